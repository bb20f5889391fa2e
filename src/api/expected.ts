import { UnexpectedError } from '../../machines/failure.ts'
import type { ApiFailure } from './result.ts'

/** The failure as a flow expects it: one of `codes`; anything else is thrown as unexpected. */
export function expected<const Code extends Exclude<ApiFailure['code'], 'TOO_MANY_REQUESTS'>>(
  failure: ApiFailure,
  codes: readonly Code[],
) {
  const { code, problem } = failure
  const found = codes.find(candidate => candidate === code)
  if (found) return { ok: false, code: found } as { [C in Code]: { ok: false; code: C } }[Code]
  throw new UnexpectedError(problem?.detail ?? code, problem?.request_id ?? null)
}

/** The failure where it is a limit on attempts, with the ms to wait (30 s where the server does not say); else null. */
export function limit({ code, problem }: ApiFailure) {
  if (code !== 'TOO_MANY_REQUESTS') return null
  return { ok: false, code, retryAfterMs: (problem?.retry_after ?? 30) * 1000 } as const
}
