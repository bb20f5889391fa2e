import type { ConfirmationMethod } from '../../openapi/schema.ts'
import type { ExpectedCodes, Failure } from '../failure.ts'

/**
 * `session`: confirms the session for five minutes, before keys are shown or changed. `bucket`: the deletion of a
 * bucket, which takes PIN or code itself.
 */
export type Purpose = 'session' | 'bucket'

export type ConfirmIdentityInput = { purpose: Purpose }

export type ConfirmIdentityEvent =
  /** `pin`: the PIN, or a code of the authenticator app. */
  | { type: 'submit'; pin: string }
  /** Read the method again. */
  | { type: 'retry' }
  | { type: 'cancel' }

/** Expected failure codes of each call; any other code is an unexpected error. */
export const expectedCodes = {
  loadMethod: ['UNAUTHORIZED', 'NETWORK'],
  confirmSession: [
    'PIN_INCORRECT',
    'PIN_BLOCKED',
    'PIN_REQUIRED',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
  deleteBucket: [
    'PIN_INCORRECT',
    'PIN_BLOCKED',
    'PIN_REQUIRED',
    'BUCKET_NOT_EMPTY',
    'BUCKET_NOT_FOUND',
    'PERMISSION_DENIED',
    'ACCESS_DENIED',
    'STORAGE_UNAVAILABLE',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies ExpectedCodes

type Refused<Call extends keyof typeof expectedCodes> = Failure<(typeof expectedCodes)[Call][number]>

/** Why the act can be refused although PIN or code are right. */
export type ActRefused = Exclude<Refused<'deleteBucket'>, Refused<'confirmSession'>>

/** Why an attempt can fail, as the dialog shows it. */
export type ConfirmIdentityFailure =
  | Exclude<Refused<'deleteBucket'>, { code: 'UNAUTHORIZED' }>
  | Failure<'UNKNOWN_ERROR'>

export type ConfirmIdentityContext = {
  purpose: Purpose
  /** Null until read. */
  method: ConfirmationMethod | null
  /** Why reading the method or the last attempt failed; cleared by the next try. */
  failure: ConfirmIdentityFailure | null
}

/** Reads how the user confirms. */
export type MethodRead = {
  output: { ok: true; method: ConfirmationMethod } | Refused<'loadMethod'>
}

/** `pin`: the PIN, or six digits of the authenticator app. */
export type Confirmation = {
  input: { pin: string }
  output: { ok: true } | Refused<'confirmSession' | 'deleteBucket'>
}
