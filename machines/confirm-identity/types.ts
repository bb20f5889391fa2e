import type { ConfirmationMethod } from '../../openapi/schema.ts'
import type { Failure, LimitReached, UnexpectedFailure } from '../failure.ts'

/**
 * What is confirmed. `session`: the session, for some minutes, before keys are shown or changed. `bucket`: the
 * deletion of one bucket, which takes pin or code itself.
 */
export type Purpose = 'session' | 'bucket'

export type ConfirmIdentityInput = { purpose: Purpose }

export type ConfirmIdentityEvent =
  /** The form was sent with the pin, or with the code of the authenticator app. */
  | { type: 'submit'; pin: string }
  /** The method could not be read: once more. */
  | { type: 'retry' }
  /** The dialog was left without confirming. */
  | { type: 'cancel' }

/** What the act itself can be refused for, once pin or code are right. */
export type ActRefused = Failure<
  'BUCKET_NOT_EMPTY' | 'BUCKET_NOT_FOUND' | 'PERMISSION_DENIED' | 'ACCESS_DENIED' | 'STORAGE_UNAVAILABLE'
>

/** Everything that the dialog can have to say about the last attempt. */
export type ConfirmIdentityFailure =
  | Failure<'PIN_INCORRECT' | 'PIN_BLOCKED' | 'PIN_REQUIRED' | 'NETWORK'>
  | ActRefused
  | LimitReached
  | UnexpectedFailure

export type ConfirmIdentityContext = {
  purpose: Purpose
  /** How this user confirms; null until it is read. */
  method: ConfirmationMethod | null
  /** Why the method could not be read, or the last attempt did not go through; null from the next try on. */
  failure: ConfirmIdentityFailure | null
}

/** Reads how the user confirms. */
export type MethodRead = {
  output: { ok: true; method: ConfirmationMethod } | Failure<'UNAUTHORIZED' | 'NETWORK'>
}

/** Confirms by `pin`: the pin, or the six digits of the authenticator app. */
export type Confirmation = {
  input: { pin: string }
  output:
    | { ok: true }
    | Failure<'PIN_INCORRECT' | 'PIN_BLOCKED' | 'PIN_REQUIRED' | 'UNAUTHORIZED' | 'NETWORK'>
    | ActRefused
    | LimitReached
}
