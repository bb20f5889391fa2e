import { isFolderMark } from '../../../domain/copy-target.ts'
import type { OperationId } from '../../../domain/permissions.ts'
import type { JobFailure } from '../../../openapi/schema.ts'
import {
  listSelection,
  type SelectedObject,
  type SelectionPosition,
  selectionStart,
} from '../../storage/selected-objects.ts'
import { type JobContext, mergeSteps, noProgress, type RetriableKind, type Step } from '../kind.ts'

/** `keys`: files, and folders with all their objects. `objects`: single ones. `again`: objects of these that failed before. */
export type SelectionInput = { bucket: string; keys: string[]; objects?: string[]; again?: string[] }

type SelectionCursor =
  | { phase: 'count'; place: SelectionPosition; counted: number; pages: number }
  | { phase: 'act'; place: SelectionPosition }

type Options<Input> = {
  needs: OperationId
  /** Objects per batch. */
  size: number
  /** Idempotent. `failed`: all keys that failed; `failures` may omit those beyond `failuresLeft`. */
  apply(
    context: JobContext,
    input: Input,
    objects: SelectedObject[],
  ): Promise<{ failed: string[]; failures: JobFailure[] }>
}

/** Objects selected by their own keys are counted, as the user sees them by name. */
const isFile = (object: SelectedObject) => object.isNamed || !isFolderMark(object)

/** Pages of 1,000 objects that are counted; beyond them the total is unknown. */
const maxCountedPages = 200

/** A kind of job that applies one idempotent change to each selected object. */
export function selectionKind<Input extends SelectionInput>({
  needs,
  size,
  apply,
}: Options<Input>): RetriableKind<Input, SelectionCursor> {
  const first: SelectionCursor = { phase: 'count', place: selectionStart, counted: 0, pages: 0 }

  async function batch(
    context: JobContext,
    input: Input,
    cursor: SelectionCursor,
  ): Promise<Step<SelectionCursor>> {
    const { lister, bucket } = context
    const singles = [...(input.objects ?? []), ...(input.again ?? [])]
    const selection = { bucket, keys: input.keys, objects: singles, place: cursor.place }
    if (cursor.phase === 'count') {
      const { objects, next } = await listSelection(lister, { ...selection, size: 1000 })
      const counted = cursor.counted + objects.filter(isFile).length
      const begin: SelectionCursor = { phase: 'act', place: selectionStart }
      if (next === null) return { ...noProgress, cursor: begin, total: counted }
      if (cursor.pages + 1 >= maxCountedPages) return { ...noProgress, cursor: begin, total: null }
      return { ...noProgress, cursor: { phase: 'count', place: next, counted, pages: cursor.pages + 1 } }
    }
    const { objects, next } = await listSelection(lister, { ...selection, size })
    const { failed, failures } = objects.length === 0 ? noFailures : await apply(context, input, objects)
    const failedKeys = new Set(failed)
    const done = objects.filter(({ key }) => !failedKeys.has(key))
    return {
      cursor: next && { phase: 'act', place: next },
      done: done.filter(isFile).length,
      failed: failedKeys.size,
      bytes: done.reduce((sum, { size }) => sum + size, 0),
      failures: failures.slice(0, context.failuresLeft),
    }
  }

  return {
    needs,
    first,
    step: (context, input, cursor) =>
      mergeSteps(
        cursor,
        next => batch(context, input, next),
        () => !context.lost.aborted,
      ),
    retry({ input, cursor, done, failed }) {
      const before = input.again ?? []
      const named = input.keys.length + (input.objects?.length ?? 0)
      const afterAll: SelectionPosition = { at: named + before.length, after: null }
      return {
        input: { ...input, again: [...before, ...failed] },
        cursor: done ? { phase: 'act', place: afterAll } : (cursor ?? first),
      }
    },
  }
}

const noFailures = { failed: [], failures: [] }
