import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { authenticateMachine } from '../authenticate/machine.ts'
import type { Failure } from '../failure.ts'
import type { SessionContext, sessionMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** The page to show: blank, server unreachable, sign-in, or the console. */
export function selectSession(
  snapshot: Snapshot,
): 'restoring' | 'unreachable' | 'signed out' | 'signed in' | 'signing out' {
  if (snapshot.matches('restoring')) return 'restoring'
  if (snapshot.matches('unreachable')) return 'unreachable'
  if (snapshot.matches('signedOut')) return 'signed out'
  return snapshot.matches({ signedIn: 'signingOut' }) ? 'signing out' : 'signed in'
}

/** Whether the server does not know yet that the user has signed out. */
export function selectSignOutUnconfirmed(snapshot: Snapshot): boolean {
  return snapshot.hasTag('unconfirmed')
}

/** Also while the session is expired. */
export function selectUser(snapshot: Snapshot): CurrentUser | null {
  return snapshot.context.user
}

export function selectExpired(snapshot: Snapshot): boolean {
  return snapshot.matches({ signedIn: 'expired' })
}

/** The authentication in place; undefined unless the session is expired. */
export function selectAuthenticate(snapshot: Snapshot): ActorRefFrom<typeof authenticateMachine> | undefined {
  return snapshot.children.authenticate
}

export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure
}

export function selectNotice(snapshot: Snapshot): SessionContext['notice'] {
  return snapshot.context.notice
}
