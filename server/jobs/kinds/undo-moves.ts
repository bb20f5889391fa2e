import type { KeyFailure } from '../../../openapi/schema.ts'
import { statesOf } from '../../storage/object-states.ts'
import { type CopyOptions, planCopies } from '../copy-plan.ts'
import { failureOf, type JobContext, noProgress, type Step } from '../kind.ts'
import { copy, copyParts } from './copy-objects.ts'
import { type CopyCursor, nextCursor } from './copy-sources.ts'
import type { UndoInput } from './undo.ts'
import { mayUndo, nextEntries } from './undo-entries.ts'

/**
 * Moves files back to where they were, unless they were changed or deleted since, or something else is there now. The plan
 * of each batch is stored before it, as that of a move is.
 */
export async function undoMoves(
  context: JobContext,
  input: UndoInput,
  cursor: CopyCursor,
): Promise<Step<CopyCursor>> {
  const bucket = input.target_bucket ?? input.bucket
  const back: CopyOptions = { bucket, target_bucket: input.bucket, existing: 'refuse', removes: true }
  if (cursor.phase === 'count' || cursor.phase === 'plan') return planBack(context, input, back, cursor)
  const there = { ...context, bucket }
  const { journal, ...step } =
    cursor.phase === 'copy' ? await copy(there, back, cursor) : await copyParts(there, back, cursor)
  // The journal of the way back names the old places as targets.
  const keys = journal?.entries.map(({ key, to }) => to ?? key) ?? []
  return { ...step, undone: { of: input.of, keys } }
}

async function planBack(
  context: JobContext,
  input: UndoInput,
  back: CopyOptions,
  cursor: CopyCursor,
): Promise<Step<CopyCursor>> {
  const { entries, next } = await nextEntries(context, input, cursor)
  const moved = entries.map(entry => ({ ...entry, to: entry.to ?? entry.key }))
  const current = await statesOf(
    context.account,
    back.bucket,
    moved.map(({ to }) => to),
  )
  const changed: KeyFailure[] = []
  const unchanged = moved.flatMap(entry => {
    const { key, to, left } = entry
    const state = current.get(to)
    const isLeft = state?.etag === left?.etag && state?.modified === left?.modified
    if (!mayUndo(context, input, entry)) changed.push({ key: to, code: 'ACCESS_DENIED' })
    else if (!state) changed.push({ key: to, code: 'OBJECT_NOT_FOUND' })
    else if (!isLeft) changed.push({ key: to, code: 'OBJECT_CHANGED' })
    else return [{ key: to, target: key, state }]
    return []
  })
  const { plan, failures: refused } = await planCopies(context, back, unchanged)
  const failures = [...changed, ...refused]
  return {
    ...noProgress,
    cursor: nextCursor(plan, next),
    total: input.entries,
    failed: failures.length,
    failures: failures.map(failureOf),
  }
}
