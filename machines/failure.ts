import type { ErrorCode } from '../openapi/schema.ts'

/** A code of the contract, or `NETWORK`: no answer (offline, connection lost, time-out). */
export type FailureCode = ErrorCode | 'NETWORK'

/** An expected failure: outside actors resolve with it instead of rejecting. */
export type Failure<TCode extends FailureCode = FailureCode> = TCode extends FailureCode
  ? { ok: false; code: TCode }
  : never

/** Too many attempts; the next is allowed `retryAfterMs` after the answer. */
export type LimitReached = Failure<'TOO_MANY_REQUESTS'> & { retryAfterMs: number }

/** `requestId` finds it in the server's log; null if the server did not answer. */
export type UnexpectedFailure = Failure<'UNKNOWN_ERROR'> & { requestId: string | null }

/** Outside actors reject with it when the server's answer is unexpected. */
export class UnexpectedError extends Error {
  override name = 'UnexpectedError'
  readonly requestId: string | null

  constructor(message: string, requestId: string | null, options?: ErrorOptions) {
    super(message, options)
    this.requestId = requestId
  }
}

export function unexpectedFailure(error: unknown): UnexpectedFailure {
  return {
    ok: false,
    code: 'UNKNOWN_ERROR',
    requestId: error instanceof UnexpectedError ? error.requestId : null,
  }
}
