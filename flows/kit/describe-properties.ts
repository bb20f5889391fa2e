import { describe, expect, test } from 'vitest'
import { type PathFile, writePathFile } from './path-file.ts'
import { type Failed, shrunk, type Walkers, type World, walkAlong, walkAtRandom } from './random-walk.ts'
import { chosenReplay } from './replay.ts'

type Path = Pick<PathFile, 'machine' | 'start' | 'steps'>

export type Properties<TWorld extends World> = Walkers<TWorld> & {
  /** The path as the flow of a machine has it; by default that of `name` with the labels of the walk. */
  pathOf?(failed: Failed<TWorld>): Path
  /** Opens a world that accepts the labels of such paths; `open` by default. */
  openAgain?(start: string): TWorld | Promise<TWorld>
}

/** Of the fixed walk in `npm test`, and of that with a random seed in the group `chance`. */
const fixed = { seed: 1, steps: 200 }
const random = { seed: Number(process.env.KHO_SEED ?? Date.now() % 2 ** 31), steps: 10_000 }

/** A path to a failure, as it was found and written down. */
export class PropertyError extends Error {
  readonly path: Path

  constructor(path: Path, file: string, { sentence, error, labels }: Failed, found: number) {
    super(
      `${sentence}: ${(error as Error).message}\n${path.steps.length} steps (of ${found}), starting ${path.start}: ` +
        `${labels.join(' → ')}\nnpm run flows:test -- --replay ${file}`,
      { cause: error },
    )
    this.path = path
  }
}

/** Walks at random; returns, and writes to a file, the shortest path to the failure of each sentence that does not hold. */
export async function failuresOf<TWorld extends World>(
  name: string,
  properties: Properties<TWorld>,
  extent: { seed: number; steps: number },
): Promise<{ errors: Map<string, PropertyError>; steps: number }> {
  const { failed, steps } = await walkAtRandom(properties, extent)
  const errors = new Map<string, PropertyError>()
  for (const [sentence, found] of failed) {
    const shortest = await shrunk(properties, found, extent.seed)
    const path = properties.pathOf?.(shortest) ?? {
      machine: name,
      start: shortest.start,
      steps: shortest.labels,
    }
    const file = writePathFile({ ...path, seed: extent.seed, sentence }, errors.size + 1)
    errors.set(sentence, new PropertyError(path, file, shortest, found.labels.length))
  }
  return { errors, steps }
}

/**
 * Tests sentences that hold on every walk of a machine: on a fixed one, and in the group `chance` on 10,000 random steps, whose seed is
 * printed (`KHO_SEED` walks them again). What fails is shrunk, and written to `test-results/paths` (see `path-file.ts`).
 */
export function describeProperties<TWorld extends World>(name: string, properties: Properties<TWorld>) {
  const replay = chosenReplay()
  if (replay) {
    if ('file' in replay && replay.file.machine === name)
      test(`${name}, ${replay.file.steps.length} steps again: everything holds`, () =>
        holdsAgain(properties, replay.file))
    else test(`${name}, on random walks`, ({ skip }) => skip('no file of it is chosen'))
    return
  }
  const describeWalks = (title: string, tags: 'chance'[], extent: { seed: number; steps: number }) => {
    let walks: ReturnType<typeof failuresOf> | undefined
    describe(title, { tags }, () => {
      for (const sentence of Object.keys(properties.sentences)) {
        test(sentence, { timeout: 600_000 }, async () => {
          walks ??= failuresOf(name, properties, extent)
          const error = (await walks).errors.get(sentence)
          if (error) throw error
        })
      }
    })
  }
  describeWalks(`${name}, on every walk`, [], fixed)
  describeWalks(`${name}, on ${random.steps} random steps, KHO_SEED=${random.seed}`, ['chance'], random)
}

/** Everything holds on the path of a file. @throws in one sentence, if its start or a step of it does not exist any more */
async function holdsAgain<TWorld extends World>(
  properties: Properties<TWorld>,
  { machine, start, steps }: PathFile,
) {
  const { starts, open, openAgain = open } = properties
  if (!starts.includes(start)) {
    throw new Error(`"${machine}" has no start "${start}" here, but "${starts.join('", "')}".`)
  }
  const { failed, labels } = await walkAlong({ ...properties, open: openAgain }, start, steps)
  for (const { sentence, error, labels: before } of failed) {
    throw new Error(`${sentence}: ${(error as Error).message} (after ${before.length} steps)`, {
      cause: error,
    })
  }
  const at = steps.findIndex((label, index) => label !== labels[index])
  if (at !== -1)
    throw new Error(
      `"${machine}" does not have this path: step ${at + 1}, "${steps[at]}", cannot happen there.`,
    )
  expect(labels).toEqual(steps)
}
