import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  matchesState,
  transition,
} from 'xstate'
import { TestModel } from 'xstate/graph'
import { type AnyFlow, examplesIn, observed } from './flow.ts'

/** An event of the model: from outside, from a timer, or the end of the actor with the id `actorId`. */
export type FlowEvent = { type: string; actorId?: string; output?: unknown; error?: unknown }
/** What happens, and the model's state after it. */
export type FlowStep = { event: FlowEvent; state: AnyMachineSnapshot }
/** `steps[0]` is the start. */
export type FlowPath = { steps: readonly FlowStep[]; description: string }

/** How an event is called in a path's description: its type, and which example it is. */
const labels = new WeakMap<FlowEvent, string>()
export const labelOf = (event: FlowEvent) => labels.get(event) ?? event.type

/** Which outcome of which actor an event plays, as `actor: outcome`. */
const outcomes = new WeakMap<FlowEvent, string>()
export const outcomeOf = (event: FlowEvent) => outcomes.get(event) ?? null

/** What a test of the view or the browser calls what happens: the outcome, the timer or the type of the event. */
export const actionOf = (event: FlowEvent): string =>
  outcomeOf(event) ?? labelOf(event).match(/^after [^.]+/)?.[0] ?? event.type

function named(event: FlowEvent, label: string): FlowEvent {
  labels.set(event, label)
  return event
}

const numbered = (label: string, index: number) => (index === 0 ? label : `${label} (${index + 1})`)

/** Whether a transition is written for the event, be it one that forbids what an outer state would do. */
const takes = (snapshot: AnyMachineSnapshot, event: FlowEvent) =>
  snapshot.machine.getTransitionData(snapshot, event).length > 0

/** What outside actors and timers can do in the snapshot. */
function eventsOfTheWorld(flow: AnyFlow, snapshot: AnyMachineSnapshot): FlowEvent[] {
  const events: FlowEvent[] = []
  for (const node of snapshot._nodes) {
    for (const { id, src } of node.invoke) {
      for (const [tag, examples] of Object.entries(flow.outcomes[String(src)] ?? {})) {
        for (const [index, example] of examplesIn(examples, snapshot).entries()) {
          const event =
            example instanceof Error
              ? { type: `xstate.error.actor.${id}`, error: example, actorId: id }
              : { type: `xstate.done.actor.${id}`, output: example, actorId: id }
          if (!takes(snapshot, event)) {
            throw new Error(`${node.id} takes no outcome "${tag}" of "${id}": the flow would hang there`)
          }
          outcomes.set(event, `${String(src)}: ${tag}`)
          events.push(named(event, numbered(`${id}: ${tag}`, index)))
        }
      }
    }
    for (const { eventType } of node.after) {
      events.push(named({ type: eventType }, eventType.replace('xstate.after.', 'after ')))
    }
  }
  return events
}

function eventsFromOutside(flow: AnyFlow, snapshot: AnyMachineSnapshot): FlowEvent[] {
  return Object.entries(flow.events).flatMap(([type, examples]) =>
    examplesIn(examples, snapshot).map((example, index) => named({ ...example }, numbered(type, index))),
  )
}

/** What can happen in the snapshot, always in the same order. */
export const possibleIn = (flow: AnyFlow, snapshot: AnyMachineSnapshot): FlowEvent[] =>
  [...eventsOfTheWorld(flow, snapshot), ...eventsFromOutside(flow, snapshot)].filter(
    event => takes(snapshot, event) && (flow.possible?.(snapshot, event) ?? true),
  )

/** Events from outside for which an active state is written, but whose guards do not let them pass in the snapshot. */
export const refusedIn = (flow: AnyFlow, snapshot: AnyMachineSnapshot): FlowEvent[] =>
  eventsFromOutside(flow, snapshot).filter(
    event => !takes(snapshot, event) && snapshot._nodes.some(node => node.transitions.has(event.type)),
  )

const keyOf = (flow: AnyFlow, snapshot: AnyMachineSnapshot) => JSON.stringify(observed(flow, snapshot))

function modelOf(machine: AnyStateMachine, flow: AnyFlow, input: unknown) {
  return new TestModel<AnyMachineSnapshot, FlowEvent, unknown>(machine, {
    input,
    events: snapshot => [...eventsOfTheWorld(flow, snapshot), ...eventsFromOutside(flow, snapshot)],
    filterEvents: (snapshot, event) => takes(snapshot, event) && (flow.possible?.(snapshot, event) ?? true),
    stopWhen: snapshot => snapshot.status !== 'active',
    serializeState: snapshot => keyOf(flow, snapshot),
    serializeEvent: labelOf,
    stateMatcher: (snapshot, key) => key === '' || matchesState(key, snapshot.value),
    limit: flow.limit ?? 20_000,
  })
}

type Ways = {
  ways: { state: AnyMachineSnapshot; steps: readonly FlowStep[] }[]
  /** The edges of the state with this key. */
  next: (key: string) => readonly FlowStep[]
}

const found = new WeakMap<AnyStateMachine, Map<unknown, Ways>>()

/** The shortest way to every state of the model from one start of a flow, and the edges that leave each. */
export function shortestWays(machine: AnyStateMachine, flow: AnyFlow, input: unknown): Ways {
  const ofMachine = found.get(machine) ?? new Map<unknown, Ways>()
  found.set(machine, ofMachine)
  const ways = ofMachine.get(input) ?? findWays(machine, flow, input)
  ofMachine.set(input, ways)
  return ways
}

function findWays(machine: AnyStateMachine, flow: AnyFlow, input: unknown): Ways {
  const model = modelOf(machine, flow, input)
  const adjacency = model.getAdjacencyMap()
  return {
    ways: model.getShortestPaths({ allowDuplicatePaths: true }),
    next: key => Object.values(adjacency[key as keyof typeof adjacency]?.transitions ?? {}),
  }
}

/**
 * A path over every edge of the model from one start of a flow: the shortest way to the edge's state, then the edge. Paths that are the
 * beginning of another one are left out.
 */
export function pathsOf(machine: AnyStateMachine, flow: AnyFlow, input: unknown): FlowPath[] {
  const { ways, next } = shortestWays(machine, flow, input)
  const paths = ways.flatMap(({ state, steps }) => [
    steps,
    ...next(keyOf(flow, state)).map(edge => [...steps, edge]),
  ])
  const beginnings = new Set(
    paths.flatMap(steps => steps.map((_, index) => descriptionOf(steps.slice(0, index)))),
  )
  const seen = new Set<string>()
  return paths.flatMap(steps => {
    const description = descriptionOf(steps)
    if (beginnings.has(description) || seen.has(description)) return []
    seen.add(description)
    return [{ steps, description }]
  })
}

const descriptionOf = (steps: readonly FlowStep[]) => steps.map(step => labelOf(step.event)).join(' → ')

/** Walks these steps. */
export const pathAlong = (steps: readonly FlowStep[]): FlowPath => ({
  steps,
  description: descriptionOf(steps),
})

/** The path over events of these labels, as `labelOf` writes them. @throws if one cannot happen at its place */
export function pathOf(
  machine: AnyStateMachine,
  flow: AnyFlow,
  input: unknown,
  labels: readonly string[],
  { asFarAsPossible = false } = {},
): FlowPath {
  let [state] = initialTransition(machine, input) as [AnyMachineSnapshot, unknown]
  const steps: FlowStep[] = [{ event: { type: 'xstate.init' }, state }]
  for (const [index, label] of labels.entries()) {
    const event = possibleIn(flow, state).find(possible => labelOf(possible) === label)
    if (!event && asFarAsPossible) break
    if (!event) {
      const possible = possibleIn(flow, state).map(each => `"${labelOf(each)}"`)
      throw new Error(
        `step ${index + 1}, "${label}", cannot happen there, but ${possible.join(', ') || 'nothing'}`,
      )
    }
    ;[state] = transition(machine, state, event as never) as [AnyMachineSnapshot, unknown]
    steps.push({ event, state })
  }
  return pathAlong(steps)
}
