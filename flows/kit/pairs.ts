import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { definitionsOf, nodesOf } from '../chart.ts'
import { type AnyFlow, observed } from './flow.ts'
import { type FlowEvent, type FlowPath, pathAlong, shortestWays } from './paths.ts'
import type { Walked } from './run-path.ts'

type Definition = AnyTransitionDefinition
const keyOf = (flow: AnyFlow, snapshot: AnyMachineSnapshot) => JSON.stringify(observed(flow, snapshot))

/** Transitions that follow one another, and guards that let pass or do not: what there is, and what has been walked. */
export class PairRecorder {
  readonly #machine: AnyStateMachine
  readonly #names: Map<Definition, string>
  readonly #nodes: AnyStateNode[]
  readonly #pairs = new Set<string>()
  readonly #refused = new Set<Definition>()
  readonly #taken = new Set<Definition>()

  constructor(machine: AnyStateMachine) {
    this.#machine = machine
    this.#nodes = nodesOf(machine.root)
    this.#names = new Map(
      this.#nodes.flatMap(definitionsOf).map(([{ name }, definition]) => [definition, name]),
    )
  }

  #pairOf(first: Definition, next: Definition): string | null {
    const [one, other] = [this.#names.get(first), this.#names.get(next)]
    return one === undefined || other === undefined ? null : `${one} ⇒ ${other}`
  }

  saw(walked: readonly Walked[]): void {
    const taken = walked.flatMap(({ transitions }) => transitions)
    for (const [at, next] of taken.entries()) {
      const pair = at === 0 ? null : this.#pairOf(taken[at - 1]!, next)
      if (pair !== null) this.#pairs.add(pair)
      this.#taken.add(next)
      for (const before of this.#before(next)) this.#refused.add(before)
    }
    for (const [at, { event, snapshots, transitions }] of walked.entries()) {
      for (const node of snapshots.at(-1)?._nodes ?? [])
        for (const each of node.always ?? []) this.#refused.add(each)
      // Where a state around it handles the event, the state itself did not.
      for (const node of walked[at - 1]?.snapshots.at(-1)?._nodes ?? [])
        for (const each of node.transitions.get(event.type) ?? [])
          if (transitions.some(({ source }) => source !== node && isAround(source, node)))
            this.#refused.add(each)
    }
  }

  /** An event came, and no state had a way for it. */
  refused(snapshot: AnyMachineSnapshot, event: FlowEvent): void {
    for (const node of snapshot._nodes)
      for (const each of node.transitions.get(event.type) ?? []) this.#refused.add(each)
  }

  /** The branches of the same event that are asked before this one. */
  #before(definition: Definition): Definition[] {
    const { source, eventType } = definition
    const all: readonly Definition[] =
      eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? [])
    return all.slice(0, Math.max(all.indexOf(definition), 0))
  }

  /**
   * Paths over every pair of transitions that the model has from one start and nobody has walked yet, the shortest for each.
   */
  pathsFrom(flow: AnyFlow, input: unknown): FlowPath[] {
    const { ways, next } = shortestWays(this.#machine, flow, input)
    const definitions = (state: AnyMachineSnapshot, event: FlowEvent): Definition[] =>
      this.#machine.getTransitionData(state, event)
    const wanted = new Map<string, FlowPath>()
    for (const { state, steps } of ways.toSorted((a, b) => a.steps.length - b.steps.length)) {
      for (const first of next(keyOf(flow, state))) {
        for (const second of next(keyOf(flow, first.state))) {
          for (const one of definitions(state, first.event))
            for (const other of definitions(first.state, second.event)) {
              const pair = this.#pairOf(one, other)
              if (pair === null || this.#pairs.has(pair) || wanted.has(pair)) continue
              wanted.set(pair, pathAlong([...steps, first, second]))
            }
        }
      }
    }
    return [...new Map([...wanted.values()].map(path => [path.description, path])).values()]
  }

  /** What has not been walked: pairs that the chart allows, and guards that were always, or never, true. */
  get missing(): { pairs: string[]; guards: string[] } {
    const pairs = this.#nodes.flatMap(node =>
      definitionsOf(node).flatMap(([, first]) => {
        const entered = enteredBy(first)
        const hasWayOut = entered.some(({ always }) => always?.some(({ guard }) => guard === undefined))
        const next = entered.flatMap(each =>
          definitionsOf(each).filter(([{ cause }]) => !hasWayOut || cause === 'always'),
        )
        return next.flatMap(([, second]) => this.#pairOf(first, second) ?? [])
      }),
    )
    const guarded = this.#nodes.flatMap(definitionsOf).filter(([{ guard }]) => guard !== null)
    return {
      pairs: [...new Set(pairs)].filter(pair => !this.#pairs.has(pair)),
      guards: guarded.flatMap(([{ name, guard }, definition]) => [
        ...(this.#taken.has(definition) ? [] : [`${name} [${guard}] lets pass`]),
        ...(this.#refused.has(definition) ? [] : [`${name} [${guard}] does not let pass`]),
      ]),
    }
  }

  get walkedPairs(): number {
    return this.#pairs.size
  }
}

const isAround = (outer: AnyStateNode, node: AnyStateNode): boolean =>
  outer === node || (node.parent !== undefined && isAround(outer, node.parent))

/** The states that are surely active after a transition: those that it enters, and those around them. */
function enteredBy({ target, source }: Definition): AnyStateNode[] {
  const inside = (node: AnyStateNode): AnyStateNode[] => {
    if (node.type === 'parallel') return [node, ...Object.values(node.states).flatMap(inside)]
    const first = node.initial?.target[0]
    return first ? [node, ...inside(first)] : [node]
  }
  const around = (node: AnyStateNode): AnyStateNode[] =>
    node.parent ? [node.parent, ...around(node.parent)] : []
  const targets = target ?? [source]
  return [...new Set(targets.flatMap(node => [...(target ? inside(node) : [node]), ...around(node)]))]
}
