import type { ExpectedCodes, Failure } from '../failure.ts'

export type PinEvent =
  | { type: 'submit change'; pin: string; newPin: string }
  /** On to the mailed code. */
  | { type: 'forgot pin' }
  /** Back to the form that asks for the current PIN. */
  | { type: 'remember pin' }
  /** The first code, or another one. */
  | { type: 'request code' }
  | { type: 'submit reset'; code: string; newPin: string }

/** Expected failure codes of each call; any other code is an unexpected error. */
export const expectedCodes = {
  changePin: ['PIN_MISMATCH', 'PIN_BLOCKED', 'PIN_REUSED', 'UNAUTHORIZED', 'NETWORK', 'TOO_MANY_REQUESTS'],
  requestCode: ['OTP_LIMIT', 'MAIL_FAILED', 'UNAUTHORIZED', 'NETWORK'],
  resetPin: [
    'INVALID_TOKEN',
    'MAIL_CODE_EXPIRED',
    'PIN_REUSED',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies ExpectedCodes

type Refused<Call extends keyof typeof expectedCodes> = Failure<(typeof expectedCodes)[Call][number]>

/** Why an attempt can fail, as the forms show it. */
export type PinFailure =
  | Exclude<Refused<'changePin' | 'requestCode' | 'resetPin'>, { code: 'UNAUTHORIZED' }>
  | Failure<'UNKNOWN_ERROR'>

export type PinContext = {
  /** Why the last attempt failed; cleared by the next one. */
  failure: PinFailure | null
  /** Ms from the answer for which the mailed code is valid. */
  lifetimeMs: number
  /** Ms from the last answer until another email is allowed. */
  resendInMs: number
}

export type PinChangeAttempt = {
  input: { pin: string; newPin: string }
  output: { ok: true } | Refused<'changePin'>
}

/** Mails a code; earlier codes become invalid. */
export type CodeRequest = {
  output: { ok: true; lifetimeMs: number; resendInMs: number } | Refused<'requestCode'>
}

/** Sets a new PIN with the mailed code, which stays valid after `PIN_REUSED`. */
export type PinResetAttempt = {
  input: { code: string; newPin: string }
  output: { ok: true } | Refused<'resetPin'>
}
