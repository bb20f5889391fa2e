import type { CurrentUser } from '../../openapi/schema.ts'
import type { Failure } from '../failure.ts'

/** `user`: who is signed in already, or null to start with the credentials and `notice`. */
export type SignInInput = { user: CurrentUser | null; notice?: SignInNotice | null }

export type SignInNotice = 'session ended' | 'timed out' | 'password reset'

/** Proves the password during the second step. `token` is secret, valid for `lifeMs` from the answer. */
export type Challenge = { token: string; lifeMs: number }

/** Signed in, with password changed if required and PIN set. */
export type SignInOutput = { user: CurrentUser }

export type SignInEvent =
  | { type: 'submit credentials'; username: string; password: string }
  /** Six digits of the app, or a recovery code. */
  | { type: 'submit code'; code: string }
  /** Back from the second step to the credentials. */
  | { type: 'start over' }
  | { type: 'submit password change'; currentPassword: string; newPassword: string }
  | { type: 'submit pin'; pin: string }
  /** Leave the password change or the PIN set-up, back to the credentials. */
  | { type: 'sign out' }

/** Why an attempt can fail, as the forms show it. */
export type SignInFailure = Failure<
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
  | 'TOO_MANY_REQUESTS'
  | 'UNKNOWN_ERROR'
>

export type SignInContext = {
  /** Null until the credentials are accepted. */
  user: CurrentUser | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: SignInFailure | null
  notice: SignInNotice | null
  /** The email address submitted last; empty before. */
  username: string
  /** Set during the second step only. */
  challenge: Challenge | null
}

/**
 * Opens a session, also for a user who must change the password or set a PIN; with two-step verification it gives a
 * challenge instead. `NEW_DEVICE_BLOCKED`: too many wrong passwords came from new devices, and this is one.
 */
export type SignInAttempt = {
  input: { username: string; password: string }
  output:
    | { ok: true; user: CurrentUser }
    | { ok: true; challenge: Challenge }
    | Failure<
        | 'INVALID_CREDENTIALS'
        | 'NEW_DEVICE_BLOCKED'
        | 'ACCOUNT_EXPIRED'
        | 'ACCOUNT_SUSPENDED'
        | 'NETWORK'
        | 'TOO_MANY_REQUESTS'
      >
}

/** `TWO_STEP_TIMED_OUT`: the challenge has expired, back to the password. */
export type CodeAttempt = {
  input: { challenge: string; code: string }
  output:
    | { ok: true; user: CurrentUser }
    | Failure<
        | 'AUTH_CODE_INVALID'
        | 'TWO_STEP_TIMED_OUT'
        | 'ACCOUNT_EXPIRED'
        | 'ACCOUNT_SUSPENDED'
        | 'NETWORK'
        | 'TOO_MANY_REQUESTS'
      >
}

export type PasswordChangeAttempt = {
  input: { currentPassword: string; newPassword: string }
  output:
    | { ok: true }
    | Failure<
        | 'CURRENT_PASSWORD_INCORRECT'
        | 'PASSWORD_REUSED'
        | 'INVALID_REQUEST'
        | 'UNAUTHORIZED'
        | 'NETWORK'
        | 'TOO_MANY_REQUESTS'
      >
}

/** Sets the first PIN. */
export type PinAttempt = {
  input: { pin: string }
  output: { ok: true } | Failure<'PIN_EXISTS' | 'INVALID_REQUEST' | 'UNAUTHORIZED' | 'NETWORK'>
}
