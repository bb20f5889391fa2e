import { type Chart, type ChartState, type ChartTransition, statesOf } from './chart.ts'
import { type Words, wordsOf } from './words.ts'

export type Change = 'added' | 'removed' | 'changed'

/** A state, by its path, or a transition, by its name. `says`: what is another in it; nothing if it was added or removed. */
export type Difference = { change: Change; state?: string; transition?: string; says: string[] }

/** Two revisions of a chart in one, with what has changed, by the paths of states and the names of transitions. */
export type ChartDiff = {
  chart: Chart
  states: Map<string, Change>
  transitions: Map<string, Change>
  list: Difference[]
}

/** Null: the machine did not exist, or does not any more. */
export function diffOf(before: Chart | null, after: Chart | null): ChartDiff {
  const chart = after ?? before!
  const words = wordsOf(chart)
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
  const earlier = new Map((before?.transitions ?? []).map(each => [identityOf(each), each]))
  const list: Difference[] = [
    ...[...states].map(([state, change]) => ({
      ...{ change, state },
      says: change === 'changed' ? stateSays(words, old!.get(state)!, now!.get(state)!) : [],
    })),
    ...[...changes].map(([transition, change]) => {
      const after = all.find(({ name }) => name === transition)!
      const before = earlier.get(identityOf(after))
      return { change, transition, says: change === 'changed' ? transitionSays(words, before!, after) : [] }
    }),
  ]
  return { chart: { ...chart, root, transitions: all }, states, transitions: changes, list }
}

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter(each => !others.includes(each))

/** What was taken out of a list and what was put in; or that its order is another. */
function listSays(words: Words, what: string, old: readonly string[], now: readonly string[]): string[] {
  const says = [
    ...without(old, now).map(each => `− ${what} ${each}`),
    ...without(now, old).map(each => `+ ${what} ${each}`),
  ]
  return says.length > 0 || old.join() === now.join()
    ? says
    : [`${words.anotherOrder}: ${what} ${now.join(', ')}`]
}

const textSays = (words: Words, what: string, old: string | null, now: string | null) =>
  old === now ? [] : [`${what}: ${old ?? words.none} → ${now ?? words.none}`]

function stateSays(words: Words, old: ChartState, now: ChartState): string[] {
  const actors = ({ invokes }: ChartState) =>
    invokes.map(({ id, src }) => (id === src ? id : `${id} (${src})`))
  return [
    ...textSays(words, words.description, old.description, now.description),
    ...textSays(words, words.type, old.type, now.type),
    ...textSays(words, words.beginsIn, old.initial, now.initial),
    ...listSays(words, words.entry, old.entry, now.entry),
    ...listSays(words, words.exit, old.exit, now.exit),
    ...listSays(words, words.tag, old.tags, now.tags),
    ...listSays(words, words.waitsFor, actors(old), actors(now)),
  ]
}

const transitionSays = (words: Words, old: ChartTransition, now: ChartTransition) => [
  ...listSays(words, words.does, old.actions, now.actions),
  ...(old.reenters === now.reenters ? [] : [`${now.reenters ? '+' : '−'} ${words.enteredAgain}`]),
]

function changeOf<T>(old: T | undefined, now: T | undefined, textOf: (thing: T) => string): Change | null {
  if (!old || !now) return old ? 'removed' : 'added'
  return textOf(old) === textOf(now) ? null : 'changed'
}

/** The text of a state itself, without the states in it. */
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
