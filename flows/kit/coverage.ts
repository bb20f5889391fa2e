import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { definitionsOf, nodesOf, stateName } from '../chart.ts'
import type { AnyFlow } from './flow.ts'
import { outcomeOf } from './paths.ts'
import type { Walked } from './run-path.ts'

/** What of a flow has been walked, and what there is to walk. Names are for people. */
export type Coverage = {
  states: Map<string, boolean>
  /** From outside, by their types. */
  events: Map<string, boolean>
  transitions: Map<string, boolean>
  outcomes: Map<string, boolean>
}

const isState = (node: AnyStateNode) => node.parent !== undefined

/** States of the machine without a `description`. */
export function undescribed(machine: AnyStateMachine): string[] {
  return nodesOf(machine.root).flatMap(node => (node.description ? [] : [stateName(node)]))
}

/** Records what actors of this very machine object (not of a further `.provide`) walk. */
export class CoverageRecorder {
  readonly coverage: Coverage
  readonly #names = new Map<AnyTransitionDefinition, string>()

  constructor(machine: AnyStateMachine, flow: AnyFlow) {
    const nodes = nodesOf(machine.root)
    for (const [{ name }, definition] of nodes.flatMap(definitionsOf)) this.#names.set(definition, name)
    this.coverage = {
      states: new Map(nodes.filter(isState).map(node => [stateName(node), false])),
      events: new Map(Object.keys(flow.events).map(type => [type, false])),
      transitions: new Map([...this.#names.values()].map(name => [name, false])),
      outcomes: new Map(
        Object.entries(flow.outcomes).flatMap(([actor, tags]) =>
          Object.keys(tags).map(tag => [`${actor}: ${tag}`, false]),
        ),
      ),
    }
  }

  /** Counts a step as walked. Transitions that are not written in the machine (its start) do not count. */
  saw({ event, snapshots, transitions }: Walked) {
    for (const node of snapshots.flatMap(snapshot => snapshot._nodes)) this.#sawState(node)
    for (const transition of transitions) {
      const name = this.#names.get(transition)
      if (!name) continue
      this.coverage.transitions.set(name, true)
      this.#sawState(transition.source)
    }
    if (this.coverage.events.has(event.type)) this.coverage.events.set(event.type, true)
    const outcome = outcomeOf(event)
    if (outcome !== null) this.coverage.outcomes.set(outcome, true)
  }

  #sawState(node: AnyStateNode) {
    if (isState(node)) this.coverage.states.set(stateName(node), true)
  }
}

export const everyKind = ['states', 'events', 'transitions', 'outcomes'] as const

/** The names of what has not been walked. */
export function missing(coverage: Coverage, kinds: readonly (keyof Coverage)[] = everyKind): string[] {
  return kinds.flatMap(kind =>
    [...coverage[kind]].flatMap(([name, seen]) => (seen ? [] : [`${kind}: ${name}`])),
  )
}
