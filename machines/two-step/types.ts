import type { ConfirmationMethod } from '../../openapi/schema.ts'
import type { ExpectedCodes, Failure } from '../failure.ts'

/** `method`: how protected acts are to be confirmed. */
export type TwoStepTask =
  | { name: 'switch on' }
  | { name: 'switch off' }
  | { name: 'renew codes' }
  | { name: 'change method'; method: ConfirmationMethod }

export type TwoStepInput = { task: TwoStepTask }

export type TwoStepEvent =
  /** Starts the set-up. */
  | { type: 'submit password'; password: string }
  /** The first code of the added app. */
  | { type: 'submit code'; code: string }
  /** After a time-out, from the password on. */
  | { type: 'start over' }
  /** A code, a recovery code or the PIN, as the task accepts. */
  | { type: 'submit proof'; proof: string }
  /** The user ticks, or unticks, that the recovery codes are saved. */
  | { type: 'acknowledge codes'; acknowledged: boolean }
  /** Leave the recovery codes. */
  | { type: 'finish' }

/** `secret`: base32, for typing. `uri`: otpauth://, for the QR code. */
export type SetUp = { secret: string; uri: string }

/** Expected failure codes of each call; any other code is an unexpected error. */
export const expectedCodes = {
  beginSetUp: [
    'CURRENT_PASSWORD_INCORRECT',
    'TWO_STEP_EXISTS',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
  confirmSetUp: [
    'AUTH_CODE_INVALID',
    'TWO_STEP_EXISTS',
    'TWO_STEP_NOT_BEGUN',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
  carryOut: [
    'AUTH_CODE_INVALID',
    'PIN_INCORRECT',
    'PIN_BLOCKED',
    'TWO_STEP_REQUIRED',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies ExpectedCodes

type Refused<Call extends keyof typeof expectedCodes> = Failure<(typeof expectedCodes)[Call][number]>

/** Why an attempt can fail, as the forms show it. */
export type TwoStepFailure =
  | Exclude<Refused<keyof typeof expectedCodes>, { code: 'UNAUTHORIZED' | 'TWO_STEP_NOT_BEGUN' }>
  | Failure<'UNKNOWN_ERROR'>

export type TwoStepContext = {
  task: TwoStepTask
  /** Why the last attempt failed; cleared by the next one. */
  failure: TwoStepFailure | null
  /** Shown while the app is added; null before and after. */
  setUp: SetUp | null
  /** Shown once; null before and after. */
  recoveryCodes: string[] | null
}

/** Starts a set-up, which is valid for some minutes. */
export type SetUpBeginning = {
  input: { password: string }
  output: ({ ok: true } & SetUp) | Refused<'beginSetUp'>
}

/** Turns two-step verification on with a code of the app. */
export type SetUpConfirmation = {
  input: { code: string }
  output: { ok: true; recoveryCodes: string[] } | Refused<'confirmSetUp'>
}

/** Does any task but `switch on`. Gives new recovery codes, or null. */
export type TaskAttempt = {
  input: { task: TwoStepTask; proof: string }
  output: { ok: true; recoveryCodes: string[] | null } | Refused<'carryOut'>
}
