import type { Failure, LimitReached, UnexpectedFailure } from '../failure.ts'

export type PinEvent =
  /** The form that changes the pin was sent. */
  | { type: 'submit change'; pin: string; newPin: string }
  /** The present pin is not known any more: on to the mailed code. */
  | { type: 'forgot pin' }
  /** Back from the mailed code to the form that asks for the present pin. */
  | { type: 'remember pin' }
  /** A code by mail is wanted, the first one or another one. */
  | { type: 'request code' }
  /** The form with the mailed code and the new pin was sent. */
  | { type: 'submit reset'; code: string; newPin: string }

/** No mail is sent now: the next one `retryAfterMs` milliseconds after the answer. */
export type MailLimitReached = Failure<'OTP_LIMIT'> & { retryAfterMs: number }

/** Everything that a form of this flow can have to say about the last attempt. */
export type PinFailure =
  | Failure<
      | 'PIN_MISMATCH'
      | 'PIN_BLOCKED'
      | 'PIN_REUSED'
      | 'INVALID_TOKEN'
      | 'MAIL_CODE_EXPIRED'
      | 'MAIL_FAILED'
      | 'NETWORK'
    >
  | MailLimitReached
  | LimitReached
  | UnexpectedFailure

export type PinContext = {
  /** Why the last attempt did not go through; null from the next attempt on. */
  failure: PinFailure | null
  /** How long the mailed code counts, in ms from when the answer came. */
  lifetimeMs: number
  /** When another mail may be asked for, in ms from when the last answer came. */
  resendInMs: number
}

/** Changes the pin against the present one. */
export type PinChangeAttempt = {
  input: { pin: string; newPin: string }
  output:
    | { ok: true }
    | Failure<'PIN_MISMATCH' | 'PIN_BLOCKED' | 'PIN_REUSED' | 'UNAUTHORIZED' | 'NETWORK'>
    | LimitReached
}

/** Has a code mailed; codes mailed before no longer count. */
export type CodeRequest = {
  output:
    | { ok: true; lifetimeMs: number; resendInMs: number }
    | Failure<'MAIL_FAILED' | 'UNAUTHORIZED' | 'NETWORK'>
    | MailLimitReached
}

/** Sets a new pin by the mailed code, which counts on where the new one is the present one (PIN_REUSED). */
export type PinResetAttempt = {
  input: { code: string; newPin: string }
  output:
    | { ok: true }
    | Failure<'INVALID_TOKEN' | 'MAIL_CODE_EXPIRED' | 'PIN_REUSED' | 'UNAUTHORIZED' | 'NETWORK'>
    | LimitReached
}
