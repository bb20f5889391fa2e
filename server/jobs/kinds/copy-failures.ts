import type { ErrorCode, JobFailure } from '../../../openapi/schema.ts'
import { lockOf } from '../../storage/versions.ts'
import { eachOf, type JobContext } from '../kind.ts'

type Failure = { key: string; code: ErrorCode }

export function failureOf({ key, code }: Failure): JobFailure {
  return { key, version_id: null, code, lock: null, until: null }
}

/** What could not be deleted, with what locks it. */
export function withLocks(
  { account, bucket, by, failuresLeft }: JobContext,
  failures: readonly Failure[],
): Promise<JobFailure[]> {
  const now = Math.floor(by.now / 1000)
  return eachOf(failures.slice(0, failuresLeft), async failure => {
    if (failure.code !== 'ACCESS_DENIED') return failureOf(failure)
    const lock = await lockOf(account, bucket, { key: failure.key }, now)
    return { ...failureOf(failure), ...lock, ...(lock.lock && { code: 'OBJECT_LOCKED' as const }) }
  })
}
