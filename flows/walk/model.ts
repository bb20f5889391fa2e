import type { AnyMachineSnapshot } from 'xstate'
import { english, type Words } from '../words.ts'

/** What can happen next: from outside, by an outside actor that ends, or by a timer. `label`: unlike any other there. */
export type Way = { label: string; event: string; kind: 'event' | 'outcome' | 'timer'; take: () => Moment }

/**
 * A state of a walk. `active`: the paths of its active states; `taken`: the names of the transitions that led to it;
 * `context`: as text, by key. `isOver`: nothing can happen any more.
 */
export type Moment = {
  snapshot: AnyMachineSnapshot
  active: readonly string[]
  taken: readonly string[]
  context: Record<string, string>
  ways: readonly Way[]
  isOver: boolean
}

/** A machine that can be walked by hand, with the examples of its model test. */
export type FlowModel = { starts: readonly string[]; begin: (start: string) => Moment }

/** A walk as a file: what its steps are called, from one of the model's starts. */
export type PathFile = { machine: string; start: string; steps: readonly string[] }

/** The steps of a walk; the first is its start. */
export type Walk = { machine: string; start: string; steps: readonly { label: string; moment: Moment }[] }

export function begin(machine: string, model: FlowModel, start: string): Walk {
  return { machine, start, steps: [{ label: start, moment: model.begin(start) }] }
}

export const step = (walk: Walk, { label, take }: Way): Walk => ({
  ...walk,
  steps: [...walk.steps, { label, moment: take() }],
})

export const stepBack = (walk: Walk, to: number): Walk => ({ ...walk, steps: walk.steps.slice(0, to + 1) })

export const pathOf = ({ machine, start, steps }: Walk): PathFile => ({
  ...{ machine, start },
  steps: steps.slice(1).map(({ label }) => label),
})

/** @throws a sentence, if the text is no path */
export function readPath(
  text: string,
  words: Words = english,
): PathFile & { revision?: string; sentence?: string } {
  let read: Partial<PathFile>
  try {
    read = JSON.parse(text)
  } catch {
    throw new Error(words.noJson)
  }
  const { machine, start, steps } = read
  const isPath = typeof machine === 'string' && typeof start === 'string' && Array.isArray(steps)
  if (!isPath || !steps.every(each => typeof each === 'string')) throw new Error(words.noPath)
  return { ...read, machine, start, steps }
}

/** Walks a path as far as it leads. `problem`: why it ends before its last step. */
export function walkAlong(
  models: Record<string, FlowModel>,
  { machine, start, steps }: PathFile,
  words: Words = english,
): { walk: Walk | null; problem: string | null } {
  const model = models[machine]
  if (!model) return { walk: null, problem: words.noMachineOfPath(machine) }
  if (!model.starts.includes(start)) return { walk: null, problem: words.noStart(machine, start) }
  let walk = begin(machine, model, start)
  for (const [index, label] of steps.entries()) {
    const way = walk.steps.at(-1)!.moment.ways.find(each => each.label === label)
    if (!way) return { walk, problem: words.noStep(index + 1, label) }
    walk = step(walk, way)
  }
  return { walk, problem: null }
}
