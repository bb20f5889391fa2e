import { type Chart, type ChartState, type ChartTransition, statesOf } from './chart.ts'

export type Change = 'added' | 'removed' | 'changed'

/** Two revisions of a chart in one, with what has changed, by the paths of states and the names of transitions. */
export type ChartDiff = { chart: Chart; states: Map<string, Change>; transitions: Map<string, Change> }

/** Null: the machine did not exist, or does not any more. */
export function diffOf(before: Chart | null, after: Chart | null): ChartDiff {
  const chart = after ?? before!
  const [old, now] = [before, after].map(
    each => new Map(each ? statesOf(each).map(state => [state.path, state]) : []),
  )
  const states = new Map<string, Change>()
  for (const path of new Set([...old!.keys(), ...now!.keys()])) {
    const change = changeOf(old!.get(path), now!.get(path), ownOf)
    if (change) states.set(path, change)
  }
  const { all, changes } = transitionsOf(before?.transitions ?? [], after?.transitions ?? [])
  const root = after && before ? withRemoved(after.root, before.root) : chart.root
  return { chart: { ...chart, root, transitions: all }, states, transitions: changes }
}

function changeOf<T>(old: T | undefined, now: T | undefined, textOf: (thing: T) => string): Change | null {
  if (!old || !now) return old ? 'removed' : 'added'
  return textOf(old) === textOf(now) ? null : 'changed'
}

/** What a state itself says, without the states in it. */
const ownOf = ({ states: _, ...own }: ChartState) => JSON.stringify(own)

/** The states of `now`, and those that only `old` has, each in its place. */
function withRemoved(now: ChartState, old: ChartState): ChartState {
  const kept = now.states.map(state => {
    const earlier = old.states.find(({ path }) => path === state.path)
    return earlier ? withRemoved(state, earlier) : state
  })
  const removed = old.states.filter(({ path }) => now.states.every(state => state.path !== path))
  return { ...now, states: [...kept, ...removed] }
}

/** A branch that moves among the others of its event is the same: its place is no part of it. */
const identityOf = ({ source, event, guard, targets }: ChartTransition) =>
  JSON.stringify([source, event, guard, targets])
const actsOf = ({ actions, reenters }: ChartTransition) => JSON.stringify([actions, reenters])

function transitionsOf(before: readonly ChartTransition[], after: readonly ChartTransition[]) {
  const old = new Map(before.map(transition => [identityOf(transition), transition]))
  const now = new Set(after.map(identityOf))
  const changes = new Map<string, Change>()
  for (const transition of after) {
    const change = changeOf(old.get(identityOf(transition)), transition, actsOf)
    if (change) changes.set(transition.name, change)
  }
  const names = new Set(after.map(({ name }) => name))
  const removed = before
    .filter(transition => !now.has(identityOf(transition)))
    .map(transition =>
      names.has(transition.name) ? { ...transition, name: `${transition.name} (before)` } : transition,
    )
  for (const { name } of removed) changes.set(name, 'removed')
  return { all: [...after, ...removed], changes }
}
