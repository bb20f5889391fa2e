import { type AnyMachineSnapshot, matchesState } from 'xstate'
import type { ChosenPath } from './cover.ts'
import { type AnyFlow, observed } from './flow.ts'
import { actionOf, type FlowStep, labelOf, outcomeOf } from './paths.ts'
import type { Walked } from './run-path.ts'

/** `steps[0]` is the start. */
export type LongWalk = { start: string; steps: FlowStep[] }

type Edge = { step: FlowStep; to: string; things: unknown[]; ends: boolean }
type Graph = Map<string, Map<string, Edge>>

export type Choice = {
  /** What a step adds to the coverage. */
  thingsIn: (step: Walked) => Iterable<unknown>
  /** The step changes the world for good: nothing comes after it in a walk. A final state is always the end. */
  ends?: (step: FlowStep) => boolean
  /** Only these steps are walked; all by default. */
  possible?: (step: FlowStep) => boolean
  /** A walk begins at every start, be there anything new or not. */
  everyStart: boolean
}

/**
 * Few long walks over the steps of all paths, which together walk every thing that the paths walk: a greedy rural postman, who goes on to the nearest step with something new, and takes those that end a walk last.
 */
export function longWalks(flow: AnyFlow, paths: readonly ChosenPath[], choice: Choice): LongWalk[] {
  const walks: LongWalk[] = []
  const seen = new Set<unknown>()
  for (const start of new Set(paths.map(path => path.start))) {
    const { graph, first, things } = graphOf(
      flow,
      paths.filter(path => path.start === start),
      choice,
    )
    let isNeeded = choice.everyStart || things.some(thing => !seen.has(thing))
    for (const thing of things) seen.add(thing)
    for (;;) {
      const walk = nextWalk(graph, first)
      if (walk.length === 0 && !isNeeded) break
      walks.push({ start, steps: [first, ...walk] })
      isNeeded = false
    }
  }
  return walks

  function nextWalk(graph: Graph, first: FlowStep): FlowStep[] {
    const steps: FlowStep[] = []
    let at = keyOf(flow, first.state)
    for (;;) {
      const way = nearest(graph, at, seen, false) ?? nearest(graph, at, seen, true)
      if (!way) return steps
      for (const { step, to, things } of way) {
        steps.push(step)
        for (const thing of things) seen.add(thing)
        at = to
      }
      if (way.at(-1)?.ends) return steps
    }
  }
}

/**
 * The shortest walk from a start that comes through these states and steps in this order, without a failure, and without a
 * timer that is not one of them. @throws if there is none
 */
export function goodWalk(
  flow: AnyFlow,
  paths: readonly ChosenPath[],
  start: string,
  by: readonly string[],
): LongWalk {
  const { graph, first } = graphOf(
    flow,
    paths.filter(path => path.start === start),
    { thingsIn: () => [] },
  )
  const steps = [first]
  let at = keyOf(flow, first.state)
  for (const goal of by) {
    const isThere = ({ event, state }: FlowStep) =>
      [actionOf(event), labelOf(event)].includes(goal) || matchesState(goal, state.value)
    if (matchesState(goal, steps.at(-1)!.state.value)) continue
    const way = wayTo(
      graph,
      at,
      ({ step }) => isThere(step),
      ({ step }) => isThere(step) || isGood(step),
    )
    if (!way) throw new Error(`No walk from "${start}" comes to "${goal}" without a failure`)
    steps.push(...way.map(({ step }) => step))
    at = way.at(-1)!.to
  }
  return { start, steps }
}

const isGood = ({ event }: FlowStep) =>
  !event.type.startsWith('xstate.after.') && /: (ok|done)$|^null$/.test(String(outcomeOf(event)))

const keyOf = (flow: AnyFlow, snapshot: AnyMachineSnapshot) => JSON.stringify(observed(flow, snapshot))

/** The steps that paths of one start walk, by the state that they leave and by what happens. */
function graphOf(
  flow: AnyFlow,
  paths: readonly ChosenPath[],
  { thingsIn, ends, possible }: Omit<Choice, 'everyStart'>,
) {
  const graph: Graph = new Map()
  for (const { path, walked } of paths) {
    let from = keyOf(flow, path.steps[0]!.state)
    for (const [index, step] of path.steps.slice(0, walked.length).entries()) {
      if (index === 0) continue
      if (possible?.(step) === false) break
      const to = keyOf(flow, step.state)
      const edges = graph.get(from) ?? new Map<string, Edge>()
      graph.set(from, edges)
      const label = labelOf(step.event)
      if (!edges.has(label)) {
        const isLast = step.state.status !== 'active' || ends?.(step) === true
        edges.set(label, { step, to, things: [...thingsIn(walked[index]!)], ends: isLast })
      }
      from = to
    }
  }
  return { graph, first: paths[0]!.path.steps[0]!, things: [...thingsIn(paths[0]!.walked[0]!)] }
}

/** The shortest way to a step that adds something; `last`: also to one that ends the walk. */
function nearest(graph: Graph, origin: string, seen: ReadonlySet<unknown>, last: boolean): Edge[] | null {
  return wayTo(graph, origin, edge => (last || !edge.ends) && edge.things.some(thing => !seen.has(thing)))
}

/** The shortest way to such a step, over steps that may be taken. */
function wayTo(
  graph: Graph,
  origin: string,
  isGoal: (edge: Edge) => boolean,
  mayTake: (edge: Edge) => boolean = () => true,
): Edge[] | null {
  const queue: [at: string, way: Edge[]][] = [[origin, []]]
  const reached = new Set([origin])
  for (const [at, way] of queue) {
    for (const edge of graph.get(at)?.values() ?? []) {
      if (!mayTake(edge)) continue
      if (isGoal(edge)) return [...way, edge]
      if (edge.ends || reached.has(edge.to)) continue
      reached.add(edge.to)
      queue.push([edge.to, [...way, edge]])
    }
  }
  return null
}
