import type { CurrentUser } from '../../openapi/schema.ts'
import type { ExpectedCodes, Failure } from '../failure.ts'

/** `username`: as entered before, or of the user whose password is asked for; may be empty. */
export type AuthenticateInput = { username: string; notice?: SignInNotice | null }

export type SignInNotice = 'session ended' | 'timed out' | 'password reset'

/** The tokens of the new session are stored already. */
export type AuthenticateOutput = { user: CurrentUser }

/** Proves the password during the second step. `token` is secret, valid for `lifeMs` from the answer. */
export type Challenge = { token: string; lifeMs: number }

/** Six digits of the authenticator app, or one of the recovery codes. */
export type CodeKind = 'app' | 'recovery'

export type AuthenticateEvent =
  | { type: 'submit credentials'; username: string; password: string }
  | { type: 'choose code kind'; kind: CodeKind }
  | { type: 'submit code'; code: string }
  /** Back from the code to the password. */
  | { type: 'start over' }

/** Expected failure codes of each call; any other code is an unexpected error. */
export const expectedCodes = {
  signIn: [
    'INVALID_CREDENTIALS',
    'NEW_DEVICE_BLOCKED',
    'ACCOUNT_EXPIRED',
    'ACCOUNT_SUSPENDED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
  verifyCode: [
    'AUTH_CODE_INVALID',
    'TWO_STEP_TIMED_OUT',
    'ACCOUNT_EXPIRED',
    'ACCOUNT_SUSPENDED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies ExpectedCodes

type Refused<Call extends keyof typeof expectedCodes> = Failure<(typeof expectedCodes)[Call][number]>

/** Why an attempt can fail, as the forms show it. */
export type AuthenticateFailure = Refused<'signIn' | 'verifyCode'> | Failure<'UNKNOWN_ERROR'>

export type AuthenticateContext = {
  /** The email address submitted last. */
  username: string
  notice: SignInNotice | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: AuthenticateFailure | null
  /** Set during the second step only. */
  challenge: Challenge | null
  codeKind: CodeKind
  /** Null until the end. */
  user: CurrentUser | null
}

/**
 * Opens a session, also for a user who must change the password or set a PIN; with two-step verification it gives a
 * challenge instead. `NEW_DEVICE_BLOCKED`: too many wrong passwords came from new devices, and this is one.
 */
export type SignInAttempt = {
  input: { username: string; password: string }
  output: { ok: true; user: CurrentUser } | { ok: true; challenge: Challenge } | Refused<'signIn'>
}

/** `TWO_STEP_TIMED_OUT`: the challenge has expired, back to the password. */
export type CodeAttempt = {
  input: { challenge: string; code: string }
  output: { ok: true; user: CurrentUser } | Refused<'verifyCode'>
}
