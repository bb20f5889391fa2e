import type { ErrorCode, Problem } from '../../openapi/schema.ts'

export type FailureCode = ErrorCode | 'NETWORK'
export type ApiFailure = { ok: false; code: FailureCode; problem: Problem | null }
export type ApiResult<Data> = { ok: true; data: Data } | ApiFailure

type Answer<Data> = { data?: Data; error?: unknown; response: Response }

/**
 * What a call of the client came to. `NETWORK`: no answer came. `UNKNOWN_ERROR` with `problem: null`: the answer is
 * not one of the contract (a proxy's page, for example). Rejects only when the call was aborted.
 */
export async function result<Data>(call: Promise<Answer<Data>>): Promise<ApiResult<Data>> {
  try {
    const { data, error, response } = await call
    if (response.ok) return { ok: true, data: data as Data }
    const problem = isProblem(error) ? error : null
    return { ok: false, code: problem?.code ?? 'UNKNOWN_ERROR', problem }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (error instanceof SyntaxError) return { ok: false, code: 'UNKNOWN_ERROR', problem: null }
    return { ok: false, code: 'NETWORK', problem: null }
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value
}

/** A failed call where a rejection is asked for (TanStack Query). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: FailureCode
  readonly problem: Problem | null

  constructor({ code, problem }: ApiFailure) {
    super(problem?.detail ?? code)
    this.code = code
    this.problem = problem
  }
}

/** The data of a call, or a rejection with an `ApiError`. */
export async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const outcome = await result(call)
  if (!outcome.ok) throw new ApiError(outcome)
  return outcome.data
}
