import type { ErrorCode } from '../openapi/schema.ts'

/** A code of the contract, or `NETWORK`: no answer (offline, connection lost, time-out). */
export type FailureCode = ErrorCode | 'NETWORK'

/** Codes that always say how long to wait. */
type LimitCode = 'TOO_MANY_REQUESTS' | 'OTP_LIMIT'

/** A field of a request, and what is wrong with it: an issue of `domain/`, or the server's words. */
export type FieldProblem = { field: string; message: string }

/** An expected failure: outside actors resolve with it instead of rejecting. `src/api/result.ts` makes it of an answer. */
export type Failure<TCode extends FailureCode = FailureCode> = TCode extends FailureCode
  ? {
      ok: false
      code: TCode
      /** Finds the request in the server's log; null or absent if the server did not answer. */
      requestId?: string | null
      /** With `INVALID_REQUEST`: the fields that are wrong. */
      fields?: readonly FieldProblem[]
    } & (TCode extends LimitCode
      ? {
          /** Ms from the answer until the next attempt is allowed. */
          retryAfterMs: number
        }
      : { retryAfterMs?: number })
  : never

/** A flow's calls, and the codes that it expects of each. */
export type ExpectedCodes = Record<string, readonly FailureCode[]>

/** Outside actors reject with it when the answer has a code that they do not expect: one that any call may have. */
export class UnexpectedError extends Error {
  override name = 'UnexpectedError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** What is shown of an error: the server's answer, or UNKNOWN_ERROR. */
export function unexpectedFailure(error: unknown): Failure {
  if (error instanceof UnexpectedError) return error.failure
  return { ok: false, code: 'UNKNOWN_ERROR', requestId: null }
}
