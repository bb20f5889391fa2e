import { differsFromS3 } from '../../../domain/storage-differences.ts'
import type { KeyFailure } from '../../../openapi/schema.ts'
import { deleteObjects } from '../../storage/delete-objects.ts'
import { statesOf } from '../../storage/object-states.ts'
import { type JobContext, type Step, withLocks } from '../kind.ts'
import type { CopyCursor } from './copy-sources.ts'
import type { UndoInput } from './undo.ts'
import { handled, mayUndo, nextEntries } from './undo-entries.ts'

/** Deletes the copies that an act made, unless they were changed or deleted since. */
export async function undoCopies(
  context: JobContext,
  input: UndoInput,
  cursor: CopyCursor,
): Promise<Step<CopyCursor>> {
  const bucket = input.target_bucket ?? input.bucket
  const { entries, next } = await nextEntries(context, input, cursor)
  const copies = entries.map(entry => ({ ...entry, to: entry.to ?? entry.key }))
  const current = await statesOf(
    context.account,
    bucket,
    copies.map(({ to }) => to),
  )
  const done: string[] = []
  const failures: KeyFailure[] = []
  const unchanged = new Map<string, { key: string; etag: string }>()
  for (const entry of copies) {
    const { key, to, left } = entry
    const now = current.get(to)
    if (!mayUndo(context, input, entry)) failures.push({ key: to, code: 'ACCESS_DENIED' })
    else if (!now) done.push(key)
    else if (now.etag !== left?.etag || now.modified !== left.modified)
      failures.push({ key: to, code: 'OBJECT_CHANGED' })
    else unchanged.set(to, { key, etag: now.etag })
  }
  const etags = differsFromS3(context.storage, 'conditional-deletes')
    ? undefined
    : new Map([...unchanged].map(([to, { etag }]) => [to, etag]))
  const { failed } =
    unchanged.size === 0
      ? { failed: [] }
      : await deleteObjects(context.remover, bucket, [...unchanged.keys()], { etags })
  const kept = new Set(failed.map(({ key }) => key))
  for (const [to, { key }] of unchanged) if (!kept.has(to)) done.push(key)
  const step = handled(input, next, { done, failures: [...failures, ...failed] })
  const reasons = await withLocks({ ...context, bucket }, failed)
  return { ...step, failures: [...step.failures.slice(0, failures.length), ...reasons] }
}
