import type { SnapshotFrom } from 'xstate'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { sessionMachine } from './machine.ts'
import type { SessionFailure } from './types.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** What to show as a whole: a blank page, the page that says the server is away, the sign-in, or the console. */
export function selectSession(
  snapshot: Snapshot,
): 'restoring' | 'unreachable' | 'signed out' | 'signed in' | 'signing out' {
  if (snapshot.matches('restoring')) return 'restoring'
  if (snapshot.matches('unreachable')) return 'unreachable'
  if (snapshot.matches('signedIn')) return 'signed in'
  return snapshot.matches('signingOut') ? 'signing out' : 'signed out'
}

/** Who is signed in, also while the session has expired; null for nobody. */
export function selectUser(snapshot: Snapshot): CurrentUser | null {
  return snapshot.context.user
}

/** Whether the dialog that asks to sign in again is open. */
export function selectExpired(snapshot: Snapshot): boolean {
  return snapshot.matches({ signedIn: 'expired' })
}

/** Whether the dialog waits for its answer. */
export function selectSubmitting(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ signedIn: { expired: 'submitting' } }) ||
    snapshot.matches({ signedIn: { expired: { twoStep: 'submitting' } } })
  )
}

/** How long the dialog's second step may take, in ms from its beginning; null while the password is asked for. */
export function selectTimeForCode(snapshot: Snapshot): number | null {
  return snapshot.context.challenge?.lifeMs ?? null
}

/** Why the server was not reached, or why the dialog's last attempt failed; null otherwise. */
export function selectFailure(snapshot: Snapshot): SessionFailure | null {
  return snapshot.context.failure
}

/** The waiting time in ms from when the dialog was locked, or null while it is not. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const { failure } = snapshot.context
  const locked =
    snapshot.matches({ signedIn: { expired: 'locked' } }) ||
    snapshot.matches({ signedIn: { expired: { twoStep: 'locked' } } })
  return locked && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}
