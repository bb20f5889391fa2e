import type { JobFailure, KeyFailure } from '../../../openapi/schema.ts'
import { inTurns } from '../../limits/in-turns.ts'
import { lockOf } from '../../storage/versions.ts'
import { atOnce, type JobContext } from '../kind.ts'

export function failureOf({ key, code }: KeyFailure): JobFailure {
  return { key, version_id: null, code, lock: null, until: null }
}

/** Failed deletions with the lock that prevented each; without those beyond `failuresLeft`. */
export function withLocks(
  { lister, bucket, by, failuresLeft }: JobContext,
  failures: readonly KeyFailure[],
): Promise<JobFailure[]> {
  const now = Math.floor(by.now / 1000)
  return inTurns(atOnce, failures.slice(0, failuresLeft), async failure => {
    if (failure.code !== 'ACCESS_DENIED') return failureOf(failure)
    const lock = await lockOf(lister, bucket, { key: failure.key }, now)
    return { ...failureOf(failure), ...lock, ...(lock.lock && { code: 'OBJECT_LOCKED' as const }) }
  })
}
