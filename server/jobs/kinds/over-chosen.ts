import type { OperationId } from '../../../domain/permissions.ts'
import type { JobFailure } from '../../../openapi/schema.ts'
import { type Found, firstPlace, listChosen, type Place } from '../../storage/chosen-objects.ts'
import { inOneStep, type JobContext, type Kind, nothing, type Step } from '../kind.ts'

/** Files, and folders whose objects are meant. `again`: single objects of them, which failed before. */
export type Chosen = { bucket: string; keys: string[]; again?: string[] }

export type ChosenCursor =
  | { phase: 'count'; place: Place; counted: number; pages: number }
  | { phase: 'act'; place: Place }

type Act<Input> = {
  needs: OperationId
  /** Objects of a batch. */
  size: number
  /** Does it to the objects, and gives those that it could not do it to. */
  act(
    context: JobContext,
    input: Input,
    found: Found[],
  ): Promise<{ failed: string[]; failures: JobFailure[] }>
}

/** Pages of 1,000 objects that are counted; with more there is no total. */
const mostPages = 200

/** A job that does one thing to each of the chosen objects, which may be done twice. */
export function overChosen<Input extends Chosen>({
  needs,
  size,
  act,
}: Act<Input>): Kind<Input, ChosenCursor> {
  const first: ChosenCursor = { phase: 'count', place: firstPlace, counted: 0, pages: 0 }

  async function batch(context: JobContext, input: Input, cursor: ChosenCursor): Promise<Step<ChosenCursor>> {
    const { account, bucket } = context
    const chosen = { bucket, keys: input.keys, objects: input.again, place: cursor.place }
    if (cursor.phase === 'count') {
      const { found, next } = await listChosen(account, { ...chosen, size: 1000 })
      const counted = cursor.counted + found.length
      const begin: ChosenCursor = { phase: 'act', place: firstPlace }
      if (next === null) return { ...nothing, cursor: begin, total: counted }
      if (cursor.pages + 1 >= mostPages) return { ...nothing, cursor: begin, total: null }
      return { ...nothing, cursor: { phase: 'count', place: next, counted, pages: cursor.pages + 1 } }
    }
    const { found, next } = await listChosen(account, { ...chosen, size })
    const { failed, failures } = found.length === 0 ? nobody : await act(context, input, found)
    const stays = new Set(failed)
    const done = found.filter(({ key }) => !stays.has(key))
    return {
      cursor: next && { phase: 'act', place: next },
      done: done.length,
      failed: stays.size,
      bytes: done.reduce((sum, one) => sum + one.size, 0),
      failures: failures.slice(0, context.failuresLeft),
    }
  }

  return {
    needs,
    first,
    step: (context, input, cursor) =>
      inOneStep(
        cursor,
        each => batch(context, input, each),
        () => !context.lost.aborted,
      ),
    retry({ input, cursor, done, failed }) {
      const before = input.again ?? []
      const rest: Place = { at: input.keys.length + before.length, after: null }
      return {
        input: { ...input, again: [...before, ...failed] },
        cursor: done ? { phase: 'act', place: rest } : (cursor ?? first),
      }
    },
  }
}

const nobody = { failed: [], failures: [] }
