import { differsFromS3 } from '../../domain/storage-differences.ts'
import type { KeyFailure } from '../../openapi/schema.ts'
import { deleteObjects } from '../storage/delete-objects.ts'
import { statesOf } from '../storage/object-states.ts'
import { type CopyContext, type CopyOptions, type PlannedCopy, withTargetErrors } from './copy-plan.ts'

type Source = Pick<PlannedCopy, 'key' | 'etag' | 'modified'>

/**
 * Deletes the sources of verified copies. A source that has changed, or whose copy was deleted, stays and fails with
 * OBJECT_CHANGED. In a versioned bucket, sources get delete markers. TARGET_BUCKET_NOT_FOUND.
 */
export async function removeSources(
  context: CopyContext,
  options: CopyOptions,
  copies: readonly (Source & { target: string })[],
): Promise<KeyFailure[]> {
  if (copies.length === 0) return []
  const { account, locks, by } = context
  // Without the lock, two moves of equal files onto each other would each delete the copy that the other made.
  return locks.hold(`sources of ${by.user.accountId}`, async lock => {
    const targets = copies.map(({ target }) => target)
    const existingTargets = await withTargetErrors(() => statesOf(account, options.target_bucket, targets))
    const missing = copies.filter(({ target }) => !existingTargets.has(target))
    await lock.check()
    const present = copies.filter(({ target }) => existingTargets.has(target))
    const failures = await removeUnchanged(context, options.bucket, present)
    return [...missing.map(({ key }) => ({ key, code: 'OBJECT_CHANGED' as const })), ...failures]
  })
}

/** Deletes the sources that are unchanged since their copies were planned; deleted ones need no delete marker. */
async function removeUnchanged(
  { remover, account, storage }: CopyContext,
  bucket: string,
  copies: readonly Source[],
): Promise<KeyFailure[]> {
  const states = await statesOf(
    account,
    bucket,
    copies.map(({ key }) => key),
  )
  // A change of metadata keeps the ETag, so a conditional delete alone would lose it.
  const hasChanged = ({ key, etag, modified }: Source) => {
    const state = states.get(key)
    return state !== undefined && (state.etag !== etag || state.modified !== modified)
  }
  const failures = copies.filter(hasChanged).map(({ key }) => ({ key, code: 'OBJECT_CHANGED' as const }))
  const unchanged = copies.filter(copy => states.has(copy.key) && !hasChanged(copy))
  if (unchanged.length === 0) return failures
  const etags = differsFromS3(storage, 'conditional-deletes')
    ? undefined
    : new Map(unchanged.map(({ key, etag }) => [key, etag]))
  const { failed } = await deleteObjects(
    remover,
    bucket,
    unchanged.map(({ key }) => key),
    etags,
  )
  return [...failures, ...failed]
}
