import type { CurrentUser } from '../../openapi/schema.ts'
import type { SignInNotice } from '../authenticate/types.ts'
import type { ExpectedCodes, Failure } from '../failure.ts'

/** `user`: who is signed in already, or null to start with the credentials and `notice`. */
export type SignInInput = { user: CurrentUser | null; notice?: SignInNotice | null }

/** What a signed-in user must set before anything else. */
export type RequiredSteps = { passwordChange: boolean; pin: boolean }

export type SignInEvent =
  | { type: 'submit password change'; currentPassword: string; newPassword: string }
  | { type: 'submit pin'; pin: string }
  /** Leave the password change or the PIN set-up, back to the credentials. */
  | { type: 'sign out' }
  /** The session has ended elsewhere, for example in another tab. */
  | { type: 'signed out' }

/** Expected failure codes of each call; any other code is an unexpected error. */
export const expectedCodes = {
  changePassword: [
    'CURRENT_PASSWORD_INCORRECT',
    'PASSWORD_REUSED',
    'INVALID_REQUEST',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
  initPin: ['PIN_EXISTS', 'INVALID_REQUEST', 'UNAUTHORIZED', 'NETWORK'],
} as const satisfies ExpectedCodes

type Refused<Call extends keyof typeof expectedCodes> = Failure<(typeof expectedCodes)[Call][number]>

/** Why an attempt can fail, as the forms show it. */
export type SignInFailure = Refused<'changePassword' | 'initPin'> | Failure<'UNKNOWN_ERROR'>

export type SignInContext = {
  /** Null: nobody is signed in. */
  required: RequiredSteps | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: SignInFailure | null
  /** What the sign-in form says when it is shown next. */
  notice: SignInNotice | null
}

export type PasswordChangeAttempt = {
  input: { currentPassword: string; newPassword: string }
  output: { ok: true } | Refused<'changePassword'>
}

/** Sets the first PIN. */
export type PinAttempt = {
  input: { pin: string }
  output: { ok: true } | Refused<'initPin'>
}
