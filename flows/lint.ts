import { type Chart, type ChartState, type ChartTransition, statesOf } from './chart.ts'

/** What a reader of the chart would stumble over: a sentence for each finding. */
export function lintChart(chart: Chart): string[] {
  const states = statesOf(chart)
  const reached = reachedFrom(chart)
  return [
    ...states
      .filter(({ description }) => description === '')
      .map(({ path }) => `${nameOf(path)} has no description`),
    ...states.filter(({ path }) => !reached.has(path)).map(({ path }) => `${nameOf(path)} is never reached`),
    ...states
      .filter(state => isDeadEnd(state, chart))
      .map(({ path }) => `${nameOf(path)} has no way out and is not final`),
    ...states.flatMap(({ path }) => saidTwice(chart.transitions.filter(({ source }) => source === path))),
  ].map(finding => `${chart.id}: ${finding}`)
}

const nameOf = (path: string) => (path === '' ? 'the machine' : `"${path}"`)

/** The state and the states around it, the outermost last. */
function* around(path: string): Generator<string> {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('.'), 0))) {
    yield at
    if (at === '') return
  }
}

/** The paths of the states that a walk can come to, if every guard can let it pass. */
function reachedFrom(chart: Chart): Set<string> {
  const byPath = new Map(statesOf(chart).map(state => [state.path, state]))
  const reached = new Set<string>()
  const enter = (path: string) => {
    for (const outer of around(path)) {
      if (reached.has(outer)) continue
      reached.add(outer)
      const { type, initial, states } = byPath.get(outer)!
      if (type === 'parallel') for (const region of states) enter(region.path)
      // Also when a state inside it was entered past its first one.
      else if (outer === path && initial !== null) enter(initial)
    }
  }
  enter('')
  for (let before = -1; before < reached.size; ) {
    before = reached.size
    for (const { source, targets } of chart.transitions) {
      if (!reached.has(source)) continue
      for (const target of targets) {
        const state = byPath.get(target)!
        enter(target)
        if (state.initial !== null) enter(state.initial)
      }
    }
  }
  return reached
}

/** Whether a flow that comes to this state stays there: neither it, nor a state around it or beside it, leads elsewhere. */
function isDeadEnd({ path, type, states }: ChartState, chart: Chart): boolean {
  if (states.length > 0 || type === 'final') return false
  const byPath = new Map(statesOf(chart).map(state => [state.path, state]))
  const outer = [...around(path)]
  // A machine of one state, or a region of one, only acts.
  if (byPath.get(outer[1] ?? '')!.states.length <= 1) return false
  const regions = outer.filter(each => byPath.get(each)!.type === 'parallel')
  return !chart.transitions.some(({ source, targets }) =>
    targets.some(
      target =>
        (outer.includes(source) && target !== path) ||
        regions.some(region => isIn(source, region) && !isIn(target, region)),
    ),
  )
}

const isIn = (path: string, outer: string) => outer === '' || path === outer || path.startsWith(`${outer}.`)

/** Transitions of a state that a reader cannot tell apart: of one event, with the same guard. */
function saidTwice(transitions: readonly ChartTransition[]): string[] {
  const seen = new Set<string>()
  return transitions.flatMap(({ source, label, guard }) => {
    const said = `${label} [${guard}]`
    if (!seen.has(said)) {
      seen.add(said)
      return []
    }
    return [`${nameOf(source)} says "${guard === null ? label : said}" twice`]
  })
}
