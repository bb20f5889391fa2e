import type { CurrentUser } from '../../openapi/schema.ts'
import type { Failure, LimitReached, UnexpectedFailure } from '../failure.ts'

/** `user`: who is signed in already (the session's user), or null to begin with the credentials. */
export type SignInInput = { user: CurrentUser | null }

/** The user who is through: signed in, password changed where required, pin set. */
export type SignInOutput = { user: CurrentUser }

export type SignInEvent =
  /** The sign-in form was sent. */
  | { type: 'submit credentials'; username: string; password: string }
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
  /** Why the user is asked for credentials again. */
  notice: 'session ended' | null
}

/** Signs in. A session is open afterwards, also for a user who must change the password or set a pin. */
export type SignInAttempt = {
  input: { username: string; password: string }
  output: { ok: true; user: CurrentUser } | Failure<'INVALID_CREDENTIALS' | 'NETWORK'> | LimitReached
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
