import { isFolderMark } from '../../../domain/copy-target.ts'
import type { OperationId } from '../../../domain/permissions.ts'
import type { ErrorCode, KeyFailure } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../limits/in-turns.ts'
import { statesOf } from '../../storage/object-states.ts'
import { copyJournal } from '../copy-journal.ts'
import {
  type CopyContext,
  type CopyOptions,
  isAlreadyCopied,
  makeCopy,
  mustSetEncryption,
  type PlannedCopy,
  removeSources,
} from '../copy-plan.ts'
import {
  atOnce,
  failureOf,
  type JobContext,
  mergeSteps,
  noProgress,
  type RetriableKind,
  type Step,
  withLocks,
} from '../kind.ts'
import { discardParts, partsStep } from './copy-parts.ts'
import {
  type CopyCursor,
  type CopyInput,
  type Counting,
  count,
  countCursor,
  nextCursor,
  plan,
  type SourcePosition,
} from './copy-sources.ts'

/** ms after which finished copies are stored. */
const batchTime = 5_000

/** Copies files and folders; with `removes`, moves them: each source is deleted once its copy is verified. */
export function copyKind(needs: OperationId, removes: boolean): RetriableKind<CopyInput, CopyCursor> {
  const first = countCursor({ source: 0, after: null })
  return {
    needs,
    first,
    async step(context, input, cursor) {
      const options = { ...input, removes }
      if (cursor.phase === 'count')
        return mergeSteps<CopyCursor>(
          cursor,
          counting => count(context, input, counting as Counting),
          ({ phase }) => phase === 'count',
        )
      if (cursor.phase === 'plan') return plan(context, input, options, cursor.place)
      if (cursor.phase === 'copy') return copy(context, options, cursor)
      return copyParts(context, options, cursor)
    },
    async discard(context, input, cursor) {
      if (cursor.phase === 'parts') await discardParts(context, input, cursor.begun)
    },
    retry({ input, cursor, done, failed }, existing = input.existing) {
      // The cursor holds indexes of sources: keep their order.
      const before = done ? [] : (input.again ?? [])
      const afterSources: SourcePosition = { source: input.keys.length, after: null }
      return {
        input: { ...input, again: [...before, ...failed], existing },
        cursor: done ? countCursor(afterSources) : (cursor ?? first),
      }
    },
  }
}

/** One step of a multipart copy. */
export async function copyParts(
  context: JobContext,
  options: CopyOptions,
  { begun, plan: remaining, next }: Extract<CopyCursor, { phase: 'parts' }>,
): Promise<Step<CopyCursor>> {
  const step = await partsStep<CopyCursor>(context, options, begun, {
    unfinished: begun => ({ phase: 'parts', begun, plan: remaining, next }),
    finished: nextCursor(remaining, next),
  })
  return step.done === 0 ? step : { ...step, ...(await copyJournal(context.account, options, [begun.copy])) }
}

/** Runs planned copies for up to `batchTime`. */
export async function copy(
  context: JobContext,
  options: CopyOptions,
  cursor: Extract<CopyCursor, { phase: 'copy' }>,
): Promise<Step<CopyCursor>> {
  const small = cursor.plan.filter(({ size }) => size <= context.maxCopySize)
  const large = cursor.plan.filter(({ size }) => size > context.maxCopySize)
  const [first, ...others] = large
  if (small.length === 0 && first)
    return {
      ...noProgress,
      cursor: { phase: 'parts', begun: { copy: first }, plan: others, next: cursor.next },
    }
  const finished = context.resumed ? await findFinishedCopies(context, options, small) : new Set<string>()
  const setsEncryption = await mustSetEncryption(context, options.target_bucket)
  const outcomes = new Map<PlannedCopy, ErrorCode | null>()
  const ends = performance.now() + batchTime
  let problem: unknown
  await inTurns(atOnce, small, async copy => {
    if (problem !== undefined || context.lost.aborted || performance.now() > ends) return
    try {
      outcomes.set(
        copy,
        finished.has(copy.key) ? null : await makeCopy(context, options, copy, setsEncryption),
      )
    } catch (error) {
      problem ??= error ?? new Error('A copy failed.')
    }
  })
  if (outcomes.size === 0 && problem !== undefined) throw problem
  context.lost.throwIfAborted()
  const copied = small.filter(copy => outcomes.get(copy) === null)
  const failures: KeyFailure[] = []
  for (const [{ key }, code] of outcomes) if (code !== null) failures.push({ key, code })
  const notRemoved = options.removes ? await removeSources(context, options, copied) : []
  const kept = new Set(notRemoved.map(({ key }) => key))
  const done = copied.filter(({ key }) => !kept.has(key))
  const remaining = [...small.filter(copy => !outcomes.has(copy)), ...large]
  // Removed sources may have freed space for the rest.
  const maySucceedNow = options.removes && done.length > 0 && isStorageFull(problem)
  return {
    cursor: nextCursor(remaining, cursor.next),
    done: done.filter(copy => !isFolderMark(copy)).length,
    failed: failures.length + notRemoved.length,
    bytes: done.reduce((sum, { size }) => sum + size, 0),
    failures: [...failures.map(failureOf), ...(await withLocks(context, notRemoved))],
    problem: maySucceedNow ? undefined : problem,
    ...(await copyJournal(context.account, options, done)),
  }
}

function isStorageFull(problem: unknown): boolean {
  return problem instanceof Problem && problem.code === 'NOT_ENOUGH_STORAGE'
}

/** The keys that an earlier run of this batch copied. */
async function findFinishedCopies(
  context: CopyContext,
  options: CopyOptions,
  copies: readonly PlannedCopy[],
): Promise<ReadonlySet<string>> {
  const targets = copies.map(({ target }) => target)
  const current = await statesOf(context.account, options.target_bucket, targets)
  const isFinished = await inTurns(atOnce, copies, copy =>
    isAlreadyCopied(context, options, copy, current.get(copy.target) ?? null),
  )
  return new Set(copies.filter((_, at) => isFinished[at]).map(({ key }) => key))
}
