import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { nextStep, type SignInStep } from '../../domain/roles.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { authenticateMachine } from '../authenticate/machine.ts'
import type { sessionMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** What the page shows, unless its address is that of a link, which anybody may open. */
export type Screen = 'loading' | 'unreachable' | 'sign-in' | SignInStep | 'console'

/** Also while the session is expired, and while signing out. */
export function selectScreen(snapshot: Snapshot): Screen {
  if (snapshot.matches('restoring')) return 'loading'
  if (snapshot.matches('unreachable')) return 'unreachable'
  const { user } = snapshot.context
  return user ? (nextStep(user) ?? 'console') : 'sign-in'
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
  return snapshot.matches({ signedIn: { open: { validity: 'expired' } } })
}

/** The authentication, on the sign-in page or in place of an expired session; undefined elsewhere. */
export function selectAuthenticate(snapshot: Snapshot): ActorRefFrom<typeof authenticateMachine> | undefined {
  return snapshot.children.authenticate
}
