import type { Failure, FailureCode } from '../../machines/failure.ts'
import type { Problem } from '../../openapi/schema.ts'

export type ApiResult<Data> = { ok: true; data: Data } | Failure

type Answer<Data> = { data?: Data; error?: unknown; response: Response }

/**
 * The result of a client call. `NETWORK`: there was no response. `UNKNOWN_ERROR` without a request id: the response is
 * not one of the contract (a proxy's page, for example). Rejects only if the call was aborted.
 */
export async function result<Data>(call: Promise<Answer<Data>>): Promise<ApiResult<Data>> {
  try {
    const { data, error, response } = await call
    if (response.ok) return { ok: true, data: data as Data }
    return isProblem(error) ? failureOf(error) : { ok: false, code: 'UNKNOWN_ERROR' }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    return { ok: false, code: error instanceof SyntaxError ? 'UNKNOWN_ERROR' : 'NETWORK' }
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value
}

/** Seconds to wait if the server does not say. */
const leastWait: Partial<Record<FailureCode, number>> = { TOO_MANY_REQUESTS: 30, OTP_LIMIT: 60 }

function failureOf({ code, request_id, retry_after, fields }: Problem): Failure {
  const wait = retry_after ?? leastWait[code]
  return {
    ok: false,
    code,
    requestId: request_id,
    ...(wait !== undefined && { retryAfterMs: wait * 1000 }),
    ...(fields && { fields }),
  } as Failure
}

/** A failed call as a rejection, for TanStack Query. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }

  get code(): FailureCode {
    return this.failure.code
  }
}

export async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const outcome = await result(call)
  if (!outcome.ok) throw new ApiError(outcome)
  return outcome.data
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}
