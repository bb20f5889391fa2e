import { type Failure, type FailureCode, UnexpectedError } from '../../../machines/failure.ts'
import type { CallFailure, UploadFailureCode } from '../../../machines/upload/types.ts'

type Shared = CallFailure['code']
type Result<Code extends string> = { [C in Code]: { ok: false; code: C } }[Code]

const shared: readonly Shared[] = [
  'STORAGE_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'UNKNOWN_ERROR',
  'ACCESS_DENIED',
  'BUCKET_NOT_FOUND',
]

/** Maps a failed API call to a code that every upload call can have, or to one of `more`. Throws for any other code. */
export function callFailure<const More extends UploadFailureCode = never>(
  failure: Failure,
  more: readonly More[] = [],
): Result<Shared | More> {
  const found = codeOf(failure.code) ?? more.find(candidate => candidate === failure.code)
  if (found === undefined) throw new UnexpectedError(failure)
  return { ok: false, code: found } as Result<Shared | More>
}

function codeOf(code: FailureCode): Shared | undefined {
  if (code === 'NETWORK') return navigator.onLine ? 'NETWORK' : 'OFFLINE'
  if (code === 'PERMISSION_DENIED') return 'ACCESS_DENIED'
  if (code === 'DATABASE_UNAVAILABLE') return 'STORAGE_UNAVAILABLE'
  return shared.find(candidate => candidate === code)
}
