import fc from 'fast-check'

/** Something that a walk leads through. */
export type World = {
  /** The labels of what can happen now, always in the same order, the likely ones repeatedly; none: the walk is at its end. */
  possible(): string[]
  play(label: string): Promise<void>
  /** Brings it to rest, where a walk shall not end in the middle; calls `check` after each step. */
  finish?(check: () => void): Promise<void>
  stop(): void
}

/**
 * What holds on every walk, by its sentence. Each begins with the walk, and is asked after the start and after each
 * step: it throws where it does not hold.
 */
export type Sentences<TWorld extends World> = Record<string, (world: TWorld) => () => void>

export type Walkers<TWorld extends World> = {
  starts: readonly string[]
  open(start: string): TWorld | Promise<TWorld>
  sentences: Sentences<TWorld>
}

/** Where a sentence did not hold: after these labels from this start. */
export type Failed<TWorld extends World = World> = {
  sentence: string
  start: string
  labels: string[]
  error: unknown
  world: TWorld
}

/** Steps of one walk at most. */
const longest = 60

const choices = fc.array(fc.noBias(fc.nat()), { minLength: longest, maxLength: longest, size: 'max' })

type Walked<TWorld extends World> = { failed: Failed<TWorld>[]; labels: string[] }

/** Plays what `next` chooses of the labels that are possible, until it chooses none. */
async function walk<TWorld extends World>(
  { open, sentences }: Walkers<TWorld>,
  start: string,
  next: (possible: string[]) => string | undefined,
): Promise<Walked<TWorld>> {
  const world = await open(start)
  const failed: Failed<TWorld>[] = []
  const labels: string[] = []
  try {
    const checks = new Map(Object.entries(sentences).map(([name, begin]) => [name, begin(world)]))
    const checkAll = () => {
      for (const [sentence, check] of checks) {
        try {
          check()
        } catch (error) {
          checks.delete(sentence)
          failed.push({ sentence, start, labels: [...labels], error, world })
        }
      }
    }
    checkAll()
    for (let label = next(world.possible()); label !== undefined; label = next(world.possible())) {
      labels.push(label)
      await world.play(label)
      checkAll()
    }
    await world.finish?.(checkAll)
    checkAll()
    return { failed, labels }
  } finally {
    world.stop()
  }
}

/** Walks at random until so many steps are walked. Gives the first failure of each sentence. */
export async function walkAtRandom<TWorld extends World>(
  walkers: Walkers<TWorld>,
  { seed, steps }: { seed: number; steps: number },
): Promise<{ failed: Map<string, Failed<TWorld>>; steps: number }> {
  const failed = new Map<string, Failed<TWorld>>()
  let walked = 0
  for (let run = 0; walked < steps; run++) {
    const [list] = fc.sample(choices, { seed: seed + run, numRuns: 1 })
    const start = walkers.starts[run % walkers.starts.length]!
    const one = await walk(walkers, start, possible => {
      const choice = list!.pop()
      return choice === undefined ? undefined : possible[choice % possible.length]
    })
    walked += Math.max(one.labels.length, 1)
    for (const each of one.failed) if (!failed.has(each.sentence)) failed.set(each.sentence, each)
  }
  return { failed, steps: walked }
}

/** Plays these labels, and leaves out those that are not possible. */
export function walkAlong<TWorld extends World>(
  walkers: Walkers<TWorld>,
  start: string,
  labels: readonly string[],
): Promise<Walked<TWorld>> {
  const left = [...labels]
  return walk(walkers, start, possible => {
    for (let label = left.shift(); label !== undefined; label = left.shift())
      if (possible.includes(label)) return label
    return undefined
  })
}

/**
 * The shortest path to the failure that fast-check finds: no step of it can be left out. It shrinks labels, not
 * choices, so that what is left means the same without what was left out.
 */
export async function shrunk<TWorld extends World>(
  walkers: Walkers<TWorld>,
  { sentence, start, labels }: Failed<TWorld>,
  seed: number,
): Promise<Failed<TWorld>> {
  const one = { ...walkers, sentences: { [sentence]: walkers.sentences[sentence]! } }
  const starts = [...new Set([start, ...walkers.starts])]
  let shortest: Failed<TWorld> | undefined
  await fc.check(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.array(fc.constantFrom(...labels, ''), { maxLength: labels.length, size: 'max' }),
      async (from, list) => {
        const { failed } = await walkAlong(one, from, list)
        if (failed[0] && failed[0].labels.length <= (shortest?.labels.length ?? Number.POSITIVE_INFINITY))
          shortest = failed[0]
        return failed.length === 0
      },
    ),
    { seed, numRuns: 1, examples: [[start, labels]] },
  )
  if (!shortest)
    throw new Error(`"${sentence}" failed once, and holds on the same path now: ${labels.join(' → ')}`)
  return shortest
}
