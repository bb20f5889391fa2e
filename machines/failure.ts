import type { ErrorCode } from '../openapi/schema.ts'

/** A code of the contract's catalogue, or `NETWORK`: no answer came (offline, connection cut, time-out). */
export type FailureCode = ErrorCode | 'NETWORK'

/** An expected failure: what an outside actor resolves with instead of rejecting. */
export type Failure<TCode extends FailureCode = FailureCode> = TCode extends FailureCode
  ? { ok: false; code: TCode }
  : never

/** A limit on attempts was reached; the next one is taken `retryAfterMs` milliseconds after the answer. */
export type LimitReached = Failure<'TOO_MANY_REQUESTS'> & { retryAfterMs: number }

/** A failure that nobody planned for. `requestId` finds it in the server's log, where the server answered. */
export type UnexpectedFailure = Failure<'UNKNOWN_ERROR'> & { requestId: string | null }

/** What an outside actor rejects with where the server answered something unplanned. */
export class UnexpectedError extends Error {
  override name = 'UnexpectedError'
  readonly requestId: string | null

  constructor(message: string, requestId: string | null, options?: ErrorOptions) {
    super(message, options)
    this.requestId = requestId
  }
}

/** The failure to show for whatever an outside actor rejected with. */
export function unexpectedFailure(error: unknown): UnexpectedFailure {
  return {
    ok: false,
    code: 'UNKNOWN_ERROR',
    requestId: error instanceof UnexpectedError ? error.requestId : null,
  }
}
