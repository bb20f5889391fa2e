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
  { code, requestId }: Failure,
  more: readonly More[] = [],
): Result<Shared | More> {
  const found = codeOf(code) ?? more.find(candidate => candidate === code)
  if (found === undefined) throw new UnexpectedError(code, requestId ?? null)
  return { ok: false, code: found } as Result<Shared | More>
}

function codeOf(code: FailureCode): Shared | undefined {
  if (code === 'NETWORK') return navigator.onLine ? 'NETWORK' : 'OFFLINE'
  if (code === 'PERMISSION_DENIED') return 'ACCESS_DENIED'
  return shared.find(candidate => candidate === code)
}
