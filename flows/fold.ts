import { type Chart, type ChartState, type ChartTransition, statesOf } from './chart.ts'

/** A chart with more states or transitions than these is folded where it begins. */
const mostAtFirst = { states: 12, transitions: 24 }

const isInside = (path: string, outer: string) => path !== outer && path.startsWith(`${outer}.`)

/** The chart with these states closed: what is in them is not shown, and arrows lead to them. Their transitions inside are left out. */
export function folded(chart: Chart, closed: ReadonlySet<string>): Chart {
  const outermost = [...closed].filter(path => ![...closed].some(other => isInside(path, other)))
  const shown = (path: string) => outermost.find(outer => isInside(path, outer)) ?? path
  const close = (state: ChartState): ChartState =>
    outermost.includes(state.path)
      ? { ...state, states: [], initial: null, hidden: countOf(state) }
      : { ...state, states: state.states.map(close) }
  const transitions = chart.transitions.flatMap((transition): ChartTransition[] => {
    const source = shown(transition.source)
    const targets = [...new Set(transition.targets.map(shown))]
    const wasInside = source !== transition.source || targets.join() !== transition.targets.join()
    const staysInside = source !== transition.source && targets.every(target => target === source)
    if (staysInside) return []
    return [wasInside ? { ...transition, source, targets } : transition]
  })
  const same = ({ source, targets, label, guard, actions }: ChartTransition) =>
    JSON.stringify([source, targets, label, guard, actions])
  const once = [...new Map(transitions.toReversed().map(each => [same(each), each])).values()].toReversed()
  return { ...chart, root: close(chart.root), transitions: once }
}

/** Of the states in a state. */
const countOf = ({ states }: ChartState): number => states.reduce((sum, state) => sum + 1 + countOf(state), 0)

/** The states to close at first: those with most in them, the innermost before others, until few are left. */
export function closedAtFirst(chart: Chart): Set<string> {
  const closed = new Set<string>()
  for (;;) {
    const left = folded(chart, closed)
    const { length } = statesOf(left)
    if (length - 1 <= mostAtFirst.states && left.transitions.length <= mostAtFirst.transitions) return closed
    const innermost = statesOf(left).filter(
      ({ path, states }) =>
        path !== '' && states.length > 0 && states.every(each => each.states.length === 0),
    )
    const next = innermost.sort((a, b) => b.states.length - a.states.length)[0]
    if (!next) return closed
    closed.add(next.path)
  }
}

/** The same, and what is in them; open are only the states around these. */
export function closedAround(chart: Chart, paths: readonly string[]): ReadonlySet<string> {
  const closed = closedAtFirst(chart)
  const inside = statesOf(chart)
    .filter(({ path, states }) => states.length > 0 && [...closed].some(outer => isInside(path, outer)))
    .map(({ path }) => path)
  return paths.reduce<ReadonlySet<string>>(shownIn, new Set([...closed, ...inside]))
}

/** Closes or opens a state. */
export function toggled(closed: ReadonlySet<string>, path: string): Set<string> {
  const next = new Set(closed)
  if (!next.delete(path)) next.add(path)
  return next
}

/** Opens the states around one, so that it is seen. */
export function shownIn(closed: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const left = [...closed].filter(each => !isInside(path, each))
  return left.length === closed.size ? closed : new Set(left)
}

/** The child machine of an invoked actor, by the state that waits for it. */
export const childrenOf = ({ children }: Chart, { invokes }: ChartState) =>
  invokes.flatMap(({ id, src }) => (children[src] ? [{ id, machine: children[src] }] : []))

/** The chart with a child machine drawn inside the state that waits for it. */
export function withChild(chart: Chart, path: string, id: string, child: Chart): Chart {
  const outer = `${path}.${id}`
  const moved = (inner: string) => (inner === '' ? outer : `${outer}.${inner}`)
  const move = (state: ChartState): ChartState => ({
    ...state,
    path: moved(state.path),
    key: state.path === '' ? child.id : state.key,
    initial: state.initial === null ? null : moved(state.initial),
    states: state.states.map(move),
  })
  const place = (state: ChartState): ChartState =>
    state.path === path
      ? { ...state, states: [...state.states, { ...move(child.root), description: child.description }] }
      : { ...state, states: state.states.map(place) }
  const transitions = child.transitions.map(transition => ({
    ...transition,
    name: `${outer} › ${transition.name}`,
    source: moved(transition.source),
    targets: transition.targets.map(moved),
  }))
  return {
    ...chart,
    root: place(chart.root),
    transitions: [...chart.transitions, ...transitions],
    children: { ...child.children, ...chart.children },
  }
}
