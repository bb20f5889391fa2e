import type { SnapshotFrom } from 'xstate'
import type { ConfirmationMethod } from '../../openapi/schema.ts'
import type { confirmIdentityMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof confirmIdentityMachine>

export function selectStep(snapshot: Snapshot): 'loading' | 'unavailable' | 'form' {
  if (snapshot.matches('loading')) return 'loading'
  return snapshot.matches('unavailable') ? 'unavailable' : 'form'
}

export function selectConfirmed(snapshot: Snapshot): boolean {
  return snapshot.matches('confirmed')
}

/** What is typed to confirm: `none` where a new sign-in at the provider does; null: not known yet. */
export function selectMethod({ context }: Snapshot): ConfirmationMethod | 'none' | null {
  return context.provider === null ? context.method : 'none'
}

export function selectOffersPasskey(snapshot: Snapshot): boolean {
  return snapshot.context.passkeys
}

/** The provider at which a new sign-in is still needed to confirm; null: none is. */
export function selectProvider({ context }: Snapshot): string | null {
  return context.ticket === null ? context.provider : null
}

export function selectReady(snapshot: Snapshot): boolean {
  return snapshot.can({ type: 'submit', pin: '' }) || snapshot.can({ type: 'use provider' })
}
