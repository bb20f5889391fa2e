import type { CurrentUser } from '../../openapi/schema.ts'
import type { SignInNotice } from '../authenticate/types.ts'
import type { ExpectedCodes, Failure } from '../failure.ts'

export type SessionEvent =
  /** Sent by the sign-in flow. */
  | { type: 'signed in'; user: CurrentUser }
  /** Sent by the sign-in flow: the password was changed, or the PIN set. */
  | { type: 'user changed'; change: Partial<CurrentUser> }
  /** The sign-in flow or another tab has ended the session already. */
  | { type: 'signed out' }
  /** Another tab has signed in a user, maybe another one: all tabs now have that user's cookie. Empty: unknown. */
  | { type: 'signed in elsewhere'; username: string }
  /** A call of the signed-in user got a 401 and renewal failed; it waits until calls are resumed or rejected. */
  | { type: 'session expired' }
  /** The user may have changed on the server. */
  | { type: 'reload user' }
  /** While the session is expired, also to use another account. */
  | { type: 'sign out' }
  | { type: 'retry' }
  /** By a mailed link: the sign-in page says so. */
  | { type: 'password reset' }
  /** The sign-in page has taken the notice over. */
  | { type: 'notice taken' }

/** Why the server was not reached. */
export type SessionFailure = Failure<'NETWORK' | 'UNKNOWN_ERROR'>

export type SessionContext = {
  /** Kept while the session is expired. */
  user: CurrentUser | null
  failure: SessionFailure | null
  /** What the sign-in page says when it is shown next. */
  notice: SignInNotice | null
}

/** Expected failure codes of each call; any other code is an unexpected error. */
export const expectedCodes = {
  loadUser: ['UNAUTHORIZED', 'NETWORK'],
} as const satisfies ExpectedCodes

type Refused<Call extends keyof typeof expectedCodes> = Failure<(typeof expectedCodes)[Call][number]>

/** Reads the current user. `UNAUTHORIZED`: nobody is signed in. */
export type UserRead = {
  output: { ok: true; user: CurrentUser } | Refused<'loadUser'>
}
