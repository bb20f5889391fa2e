import { outcomeOf } from './paths.ts'
import type { WalkedPath } from './walk.ts'

/** A path to be walked once more, outside of the machine. */
export type ChosenPath = WalkedPath & { start: string }

function* thingsWalked({ start, walked }: ChosenPath): Generator<unknown> {
  yield start
  for (const { event, snapshots, transitions } of walked) {
    yield outcomeOf(event)
    yield* transitions
    for (const snapshot of snapshots) yield* snapshot._nodes
  }
}

/**
 * The few paths that walk every state, transition, outcome and start that all of them walk: each time the one that
 * adds most, of equals the shorter one.
 */
export function cover(paths: ChosenPath[]): ChosenPath[] {
  const candidates = paths
    .map(path => ({ path, adds: new Set(thingsWalked(path)) }))
    .sort((a, b) => a.path.walked.length - b.path.walked.length)
  const chosen: ChosenPath[] = []
  for (;;) {
    const best = candidates.reduce((a, b) => (b.adds.size > a.adds.size ? b : a))
    if (best.adds.size === 0) return chosen
    chosen.push(best.path)
    const walked = [...best.adds]
    for (const { adds } of candidates) for (const thing of walked) adds.delete(thing)
  }
}
