import type { SnapshotFrom } from 'xstate'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { sessionMachine } from './machine.ts'
import type { SessionFailure } from './types.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** The page to show: blank, server unreachable, sign-in, or the console. */
export function selectSession(
  snapshot: Snapshot,
): 'restoring' | 'unreachable' | 'signed out' | 'signed in' | 'signing out' {
  if (snapshot.matches('restoring')) return 'restoring'
  if (snapshot.matches('unreachable')) return 'unreachable'
  if (snapshot.matches('signedIn')) return 'signed in'
  return snapshot.matches('signingOut') ? 'signing out' : 'signed out'
}

/** Also while the session is expired. */
export function selectUser(snapshot: Snapshot): CurrentUser | null {
  return snapshot.context.user
}

export function selectExpired(snapshot: Snapshot): boolean {
  return snapshot.matches({ signedIn: 'expired' })
}

export function selectSubmitting(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ signedIn: { expired: 'submitting' } }) ||
    snapshot.matches({ signedIn: { expired: { twoStep: 'submitting' } } })
  )
}

/** Ms that the second step may take from its start; null outside of it. */
export function selectTimeForCode(snapshot: Snapshot): number | null {
  return snapshot.context.challenge?.lifeMs ?? null
}

export function selectFailure(snapshot: Snapshot): SessionFailure | null {
  return snapshot.context.failure
}

/** Ms from locking the dialog until the next attempt, or null. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const { failure } = snapshot.context
  const locked =
    snapshot.matches({ signedIn: { expired: 'locked' } }) ||
    snapshot.matches({ signedIn: { expired: { twoStep: 'locked' } } })
  return locked && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}
