import type { ConfirmationMethod } from '../../openapi/schema.ts'
import type { Failure, LimitReached, UnexpectedFailure } from '../failure.ts'

/** What the user wants with two-step verification. `method`: how protected acts shall be confirmed from now on. */
export type TwoStepTask =
  | { name: 'switch on' }
  | { name: 'switch off' }
  | { name: 'renew codes' }
  | { name: 'change method'; method: ConfirmationMethod }

export type TwoStepInput = { task: TwoStepTask }

export type TwoStepEvent =
  /** The form that begins the set-up was sent. */
  | { type: 'submit password'; password: string }
  /** The form with the first code of the newly added app was sent. */
  | { type: 'submit code'; code: string }
  /** The set-up took too long: once more from the password on. */
  | { type: 'begin again' }
  /** The form that proves who asks was sent: a code, a recovery code or the pin, as the task takes it. */
  | { type: 'submit proof'; proof: string }
  /** The user says that the recovery codes are kept, or takes that back. */
  | { type: 'say codes are kept'; kept: boolean }
  /** The recovery codes can go from the screen. */
  | { type: 'finish' }

/** What an authenticator app needs: the secret in base32, for typing, and an otpauth:// address, for a QR code. */
export type SetUp = { secret: string; uri: string }

/** Everything that a form of this flow can have to say about the last attempt. */
export type TwoStepFailure =
  | Failure<
      | 'CURRENT_PASSWORD_INCORRECT'
      | 'AUTH_CODE_INVALID'
      | 'PIN_INCORRECT'
      | 'PIN_BLOCKED'
      | 'TWO_STEP_EXISTS'
      | 'TWO_STEP_REQUIRED'
      | 'NETWORK'
    >
  | LimitReached
  | UnexpectedFailure

export type TwoStepContext = {
  task: TwoStepTask
  /** Why the last attempt did not go through; null from the next attempt on. */
  failure: TwoStepFailure | null
  /** Shown while the app is added; null before and after. */
  setUp: SetUp | null
  /** Shown once; null before and after. */
  recoveryCodes: string[] | null
}

/** Begins the set-up against the password. It counts for some minutes. */
export type SetUpBeginning = {
  input: { password: string }
  output:
    | ({ ok: true } & SetUp)
    | Failure<'CURRENT_PASSWORD_INCORRECT' | 'TWO_STEP_EXISTS' | 'UNAUTHORIZED' | 'NETWORK'>
    | LimitReached
}

/** Switches two-step verification on by a code of the app. */
export type SetUpConfirmation = {
  input: { code: string }
  output:
    | { ok: true; recoveryCodes: string[] }
    | Failure<'AUTH_CODE_INVALID' | 'TWO_STEP_EXISTS' | 'TWO_STEP_NOT_BEGUN' | 'UNAUTHORIZED' | 'NETWORK'>
    | LimitReached
}

/** Does what a task other than switching on asks for, by the proof that it takes. New recovery codes, or null. */
export type TaskAttempt = {
  input: { task: TwoStepTask; proof: string }
  output:
    | { ok: true; recoveryCodes: string[] | null }
    | Failure<
        | 'AUTH_CODE_INVALID'
        | 'PIN_INCORRECT'
        | 'PIN_BLOCKED'
        | 'TWO_STEP_REQUIRED'
        | 'UNAUTHORIZED'
        | 'NETWORK'
      >
    | LimitReached
}
