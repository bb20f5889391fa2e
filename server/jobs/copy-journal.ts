import type { S3Client } from '@aws-sdk/client-s3'
import { type ObjectState, statesOf } from '../storage/object-states.ts'
import type { UndoEntry } from '../store/undo.ts'
import type { CopyOptions, PlannedCopy } from './copy-plan.ts'
import type { Journal } from './kind.ts'

/**
 * What is noted of finished copies, so that they can be undone. A copy that replaces others cannot be, and `existing` says
 * which may: nothing of them is noted.
 */
export async function copyJournal(
  account: S3Client,
  { bucket, target_bucket, existing, removes }: CopyOptions,
  made: readonly PlannedCopy[],
): Promise<{ journal?: Journal }> {
  // The marker objects of folders that were merged stay.
  const copies = made.filter(({ was }) => was === null)
  if (existing === 'replace' || copies.length === 0) return {}
  const targets = copies.map(({ target }) => target)
  const current = await statesOf(account, target_bucket, targets)
  const entries = copies.map(copy => entryOf(copy, current.get(copy.target)))
  return { journal: { act: removes ? 'move' : 'copy', bucket, targetBucket: target_bucket, entries } }
}

function entryOf({ key, target, etag, size }: PlannedCopy, now: ObjectState | undefined): UndoEntry {
  // Of a multipart object, the copy may have another ETag than its source.
  const isCopy = now?.size === size && (now.etag === etag || etag.includes('-') || now.etag.includes('-'))
  return {
    key,
    to: target,
    left: isCopy ? { etag: now.etag, modified: now.modified } : { etag: '', modified: 0 },
  }
}
