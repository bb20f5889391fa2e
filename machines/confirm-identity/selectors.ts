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

export function selectMethod(snapshot: Snapshot): ConfirmationMethod | null {
  return snapshot.context.method
}

export function selectOffersPasskey(snapshot: Snapshot): boolean {
  return snapshot.context.passkeys
}

export function selectReady(snapshot: Snapshot): boolean {
  return snapshot.can({ type: 'submit', pin: '' })
}
