import type { ErrorCode } from '../openapi/schema.ts'

/** A code of the contract, or `NETWORK`: no answer (offline, connection lost, time-out). */
export type FailureCode = ErrorCode | 'NETWORK'

/** Codes that always say how long to wait. */
type LimitCode = 'TOO_MANY_REQUESTS' | 'OTP_LIMIT'

/** A field of a request, and what is wrong with it: an issue of `domain/`, or the server's message. */
export type FieldProblem = { field: string; message: string }

/**
 * A failed call: outside actors resolve with it, and reject for bugs only. `src/api/result.ts` creates it from a
 * response.
 */
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

/** Whether a write was refused because another user or tab has changed what it was based on. */
export function hasChanged(outcome: { ok: true } | Failure): boolean {
  return !outcome.ok && (outcome.code === 'SETTING_CHANGED' || outcome.code === 'OBJECT_CHANGED')
}

/** Shown if an outside actor rejects, which is a bug. */
export const unknownFailure: Failure = { ok: false, code: 'UNKNOWN_ERROR', requestId: null }

/** What a call resolved with, as the parameter of a guard or an action. */
export function outcome<Output>({ event }: { event: { output: Output } }): Output {
  return event.output
}
