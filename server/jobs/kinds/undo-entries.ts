import { covers } from '../../../domain/scope.ts'
import type { KeyFailure } from '../../../openapi/schema.ts'
import { readUndoEntries, type UndoEntry } from '../../store/undo.ts'
import { failureOf, type JobContext, noProgress, type Step } from '../kind.ts'
import type { CopyCursor } from './copy-sources.ts'
import type { UndoInput } from './undo.ts'

/** Entries of the journal per batch. */
const batchSize = 200

/** The next entries of the journal at this cursor, and the cursor after them; null: they are the last. */
export async function nextEntries(
  { db }: JobContext,
  { of }: UndoInput,
  cursor: CopyCursor,
): Promise<{ entries: UndoEntry[]; next: { source: number; after: string } | null }> {
  const after = cursor.phase === 'plan' ? cursor.place.after : null
  const { entries, next } = await readUndoEntries(db, of, after, batchSize)
  return { entries, next: next === null ? null : { source: 0, after: next } }
}

/** Whether the user's scope, as of now, has all that undoing the entry touches. */
export function mayUndo({ by }: JobContext, input: UndoInput, { key, to }: UndoEntry): boolean {
  const { scope } = by.user
  return (
    covers(scope, input.bucket, key) &&
    (to === undefined || covers(scope, input.target_bucket ?? input.bucket, to))
  )
}

/** The step that has handled these entries. `skipped`: keys of what did not happen. */
export function handled(
  input: UndoInput,
  next: { source: number; after: string } | null,
  { done, failures, skipped = [] }: { done: string[]; failures: KeyFailure[]; skipped?: string[] },
): Step<CopyCursor> {
  return {
    ...noProgress,
    cursor: next && { phase: 'plan', place: next },
    total: input.entries,
    done: done.length,
    failed: failures.length,
    failures: failures.map(failureOf),
    skipped: skipped.length,
    undone: { of: input.of, keys: [...done, ...skipped] },
  }
}
