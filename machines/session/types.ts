import type { CurrentUser } from '../../openapi/schema.ts'
import type { Failure } from '../failure.ts'
import type { Challenge, CodeAttempt, SignInAttempt } from '../sign-in/types.ts'

export type SessionEvent =
  /** Sent by the sign-in flow. */
  | { type: 'signed in'; user: CurrentUser }
  /** Newer data of the signed-in user: password changed, PIN set, profile edited, or read again. */
  | { type: 'user changed'; user: CurrentUser }
  /** The sign-in flow or another tab has ended the session already. */
  | { type: 'signed out' }
  /** Another tab has signed in a user, maybe another one: all tabs now have that user's cookie. */
  | { type: 'signed in elsewhere'; username: string }
  /** A call got a 401 and renewal failed: the user must sign in again, in place. */
  | { type: 'session expired' }
  /** From the in-place dialog; the username is known. */
  | { type: 'submit password'; password: string }
  /** Six digits of the app, or a recovery code, from the in-place dialog. */
  | { type: 'submit code'; code: string }
  /** Back from the second factor to the password. */
  | { type: 'start over' }
  | { type: 'use another account' }
  | { type: 'sign out' }
  | { type: 'retry' }

/** Why an attempt can fail, as the page or the dialog shows it. */
export type SessionFailure = Failure<
  | 'INVALID_CREDENTIALS'
  | 'NEW_DEVICE_BLOCKED'
  | 'ACCOUNT_EXPIRED'
  | 'ACCOUNT_SUSPENDED'
  | 'AUTH_CODE_INVALID'
  | 'TWO_STEP_TIMED_OUT'
  | 'NETWORK'
  | 'TOO_MANY_REQUESTS'
  | 'UNKNOWN_ERROR'
>

export type SessionContext = {
  /** Kept while the session is expired. */
  user: CurrentUser | null
  /** Why the server was not reached, or signing in again failed. */
  failure: SessionFailure | null
  /** Proves the password during the second step; null otherwise. */
  challenge: Challenge | null
}

/** Reads the current user. `UNAUTHORIZED`: nobody is signed in. */
export type UserRead = {
  output: { ok: true; user: CurrentUser } | Failure<'UNAUTHORIZED' | 'NETWORK'>
}

export type SignInAgain = SignInAttempt

export type CodeAgain = CodeAttempt
