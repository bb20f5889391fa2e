import type { CurrentUser } from '../../openapi/schema.ts'
import type { Failure, LimitReached, UnexpectedFailure } from '../failure.ts'
import type { Challenge, CodeAttempt, SignInAttempt } from '../sign-in/types.ts'

export type SessionEvent =
  /** Somebody has signed in (the sign-in flow reports its user). */
  | { type: 'signed in'; user: CurrentUser }
  /** The signed-in user's data are newer: password changed, pin set, profile edited, or read again. */
  | { type: 'user changed'; user: CurrentUser }
  /** The session was ended elsewhere (the sign-in flow, another tab): nothing is left to end. */
  | { type: 'signed out' }
  /** Another tab has signed a user in, maybe another one: the cookie of all tabs is that user's now. */
  | { type: 'signed in elsewhere'; username: string }
  /** A call was refused and could not be renewed: the user must sign in again, in place. */
  | { type: 'session expired' }
  /** The in-place dialog was sent; the user name is known. */
  | { type: 'submit password'; password: string }
  /** The second step of the in-place dialog was sent: six digits of the app, or a recovery code. */
  | { type: 'submit code'; code: string }
  /** Leave the second step of the in-place dialog, back to the password. */
  | { type: 'start over' }
  /** The in-place dialog was left for another account. */
  | { type: 'use another account' }
  /** The user signs out. */
  | { type: 'sign out' }
  /** Try again to reach the server. */
  | { type: 'retry' }

/** Everything that the session can have to say about the last attempt. */
export type SessionFailure =
  | Failure<
      | 'INVALID_CREDENTIALS'
      | 'NEW_DEVICE_BLOCKED'
      | 'ACCOUNT_EXPIRED'
      | 'ACCOUNT_SUSPENDED'
      | 'AUTH_CODE_INVALID'
      | 'TWO_STEP_TIMED_OUT'
      | 'NETWORK'
    >
  | LimitReached
  | UnexpectedFailure

export type SessionContext = {
  /** Who is signed in; kept while the session has expired. */
  user: CurrentUser | null
  /** Why the server was not reached, or why signing in again in place failed. */
  failure: SessionFailure | null
  /** Stands for the taken password during the second step of signing in again; null otherwise. */
  challenge: Challenge | null
}

/** Reads the current user. `UNAUTHORIZED`: nobody is signed in. */
export type UserRead = {
  output: { ok: true; user: CurrentUser } | Failure<'UNAUTHORIZED' | 'NETWORK'>
}

/** Signs the same user in again; with two-step verification that gives a challenge first. */
export type SignInAgain = SignInAttempt

/** The second step of signing the same user in again. */
export type CodeAgain = CodeAttempt
