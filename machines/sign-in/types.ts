import type { CurrentUser } from '../../openapi/schema.ts'
import type { Failure, LimitReached, UnexpectedFailure } from '../failure.ts'

/** `user`: who is signed in already (the session's user), or null to begin with the credentials, with `notice`. */
export type SignInInput = { user: CurrentUser | null; notice?: SignInNotice | null }

/** Why credentials are asked for. */
export type SignInNotice = 'session ended' | 'timed out' | 'password reset'

/** What stands for a taken password until the second step; `token` is secret. It counts for `lifeMs` from the answer. */
export type Challenge = { token: string; lifeMs: number }

/** The user who is through: signed in, password changed where required, pin set. */
export type SignInOutput = { user: CurrentUser }

export type SignInEvent =
  /** The sign-in form was sent. */
  | { type: 'submit credentials'; username: string; password: string }
  /** The form of the second step was sent: six digits of the app, or a recovery code. */
  | { type: 'submit code'; code: string }
  /** Leave the second step, back to the credentials. */
  | { type: 'start over' }
  /** The form that replaces a first password was sent. */
  | { type: 'submit password change'; currentPassword: string; newPassword: string }
  /** The form that sets the first pin was sent. */
  | { type: 'submit pin'; pin: string }
  /** Leave a started sign-in: from the password change or the pin set-up, back to the credentials. */
  | { type: 'sign out' }

/** Everything that a form of this flow can have to say about the last attempt. */
export type SignInFailure =
  | Failure<
      | 'INVALID_CREDENTIALS'
      | 'NEW_DEVICE_BLOCKED'
      | 'ACCOUNT_EXPIRED'
      | 'ACCOUNT_SUSPENDED'
      | 'AUTH_CODE_INVALID'
      | 'TWO_STEP_TIMED_OUT'
      | 'CURRENT_PASSWORD_INCORRECT'
      | 'PASSWORD_REUSED'
      | 'INVALID_REQUEST'
      | 'UNAUTHORIZED'
      | 'PIN_EXISTS'
      | 'NETWORK'
    >
  | LimitReached
  | UnexpectedFailure

export type SignInContext = {
  /** Who is signed in, null until the credentials were taken. */
  user: CurrentUser | null
  /** Why the last attempt did not go through; null from the next attempt on. */
  failure: SignInFailure | null
  /** Why the user is asked for credentials. */
  notice: SignInNotice | null
  /** The e-mail address that was sent last; empty where none was. */
  username: string
  /** Stands for the taken password during the second step; null otherwise. */
  challenge: Challenge | null
}

/**
 * Signs in. A session is open afterwards, also for a user who must change the password or set a pin; a user with
 * two-step verification gets a challenge instead, and no session yet. `NEW_DEVICE_BLOCKED`: too many wrong passwords came
 * from new devices, and this is one.
 */
export type SignInAttempt = {
  input: { username: string; password: string }
  output:
    | { ok: true; user: CurrentUser }
    | { ok: true; challenge: Challenge }
    | Failure<
        'INVALID_CREDENTIALS' | 'NEW_DEVICE_BLOCKED' | 'ACCOUNT_EXPIRED' | 'ACCOUNT_SUSPENDED' | 'NETWORK'
      >
    | LimitReached
}

/** The second step. `TWO_STEP_TIMED_OUT`: the challenge no longer counts, the password is asked for again. */
export type CodeAttempt = {
  input: { challenge: string; code: string }
  output:
    | { ok: true; user: CurrentUser }
    | Failure<
        'AUTH_CODE_INVALID' | 'TWO_STEP_TIMED_OUT' | 'ACCOUNT_EXPIRED' | 'ACCOUNT_SUSPENDED' | 'NETWORK'
      >
    | LimitReached
}

/** Changes the password of the signed-in user. */
export type PasswordChangeAttempt = {
  input: { currentPassword: string; newPassword: string }
  output:
    | { ok: true }
    | Failure<
        'CURRENT_PASSWORD_INCORRECT' | 'PASSWORD_REUSED' | 'INVALID_REQUEST' | 'UNAUTHORIZED' | 'NETWORK'
      >
    | LimitReached
}

/** Sets the first pin of the signed-in user. */
export type PinAttempt = {
  input: { pin: string }
  output: { ok: true } | Failure<'PIN_EXISTS' | 'INVALID_REQUEST' | 'UNAUTHORIZED' | 'NETWORK'>
}
