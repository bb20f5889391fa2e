import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { english, type Language, type Words } from './words.ts'

/** A machine as it is drawn: plain data, read from its definition. */
export type Chart = {
  id: string
  /** Of what people wrote; names are those of the code. English, if it is left out. */
  language?: Language
  description: string
  /** The outermost state, which is the machine itself. */
  root: ChartState
  transitions: ChartTransition[]
  /** The machines that states invoke or spawn, by the name of the actor. */
  children: Record<string, string>
}

export type ChartState = {
  /** Its keys from the outermost state, which has ''; `passwordChange.editing`. */
  path: string
  key: string
  description: string
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** The path of the state that it begins in. */
  initial: string | null
  entry: string[]
  exit: string[]
  tags: string[]
  invokes: { id: string; src: string }[]
  states: ChartState[]
  /** So many states are in it that are not shown. */
  hidden?: number
}

/**
 * `cause`: what the transition waits for. `event`: the type of XState. `label`: what people call it. `branch`: its place among those of
 * the same state and event, from 1; 0 if it is the only one.
 */
export type ChartTransition = {
  /** Unlike any other of the machine; as the model tests name it. */
  name: string
  source: string
  /** None: it stays, and only acts. */
  targets: string[]
  cause: 'event' | 'always' | 'timer' | 'actor is done' | 'actor fails' | 'state is done'
  event: string
  label: string
  branch: number
  guard: string | null
  actions: string[]
  /** Whether its source is left and entered again. */
  reenters: boolean
}

type Named = string | { type?: string; params?: unknown } | ((...args: never[]) => unknown)
type Guard = Named & { guards?: Guard[]; name?: string }

const pathOf = (node: AnyStateNode) => node.path.join('.')

/** How a state is called: by its path, the outermost by the machine's id. */
export const stateName = (node: AnyStateNode) => pathOf(node) || node.id

export function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)]
}

/** The name of an action or a guard, with the parameters that the chart gives it. */
function nameOf(named: Named): string {
  if (typeof named === 'string') return named
  const { type, name, params } = named as { type?: string; name?: string; params?: unknown }
  const values = typeof params === 'object' ? textsIn(params) : []
  return `${type ?? name ?? 'unnamed'}${values.length > 0 ? ` (${values.join(', ')})` : ''}`
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Without what XState itself does on entry and exit: starting and stopping timers. */
const namesOf = (all: readonly unknown[]) =>
  all.map(each => nameOf(each as Named)).filter(name => name !== 'xstate.raise' && name !== 'xstate.cancel')

function guardName(guard: Guard | undefined): string | null {
  if (guard === undefined) return null
  const inner = typeof guard === 'function' ? guard.guards : undefined
  if (!inner) return nameOf(guard)
  const names = inner.map(each => guardName(each) ?? '')
  return guard.name === 'not' ? `not ${names[0]}` : names.join(` ${guard.name} `)
}

export function causeOf(event: string, words: Words = english): Pick<ChartTransition, 'cause' | 'label'> {
  const [, kind, rest = ''] = /^xstate\.(after|done\.actor|error\.actor|done\.state)\.(.*)$/.exec(event) ?? []
  if (event === '') return { cause: 'always', label: words.always }
  if (kind === 'after') return { cause: 'timer', label: words.after(timeOf(rest)) }
  if (kind === 'done.actor') return { cause: 'actor is done', label: words.isDone(rest) }
  if (kind === 'error.actor') return { cause: 'actor fails', label: words.fails(rest) }
  if (kind === 'done.state') return { cause: 'state is done', label: words.isDone('') }
  return { cause: 'event', label: event === '*' ? words.anyOther : event }
}

/** `15000.upload.sending` → `15 s`; a delay with a name keeps it. */
function timeOf(rest: string): string {
  const [, ms] = /^(\d+)\./.exec(rest) ?? []
  if (ms === undefined) return rest.slice(0, rest.indexOf('.'))
  return Number(ms) < 1000 ? `${ms} ms` : `${Number(ms) / 1000} s`
}

/** Every transition of a state with its definition. */
export function definitionsOf(node: AnyStateNode): [ChartTransition, AnyTransitionDefinition][] {
  const groups: [event: string, definitions: AnyTransitionDefinition[]][] = [
    ...node.transitions.entries(),
    ['', node.always ?? []],
  ]
  return groups.flatMap(([event, definitions]) =>
    definitions.map((definition, index): [ChartTransition, AnyTransitionDefinition] => {
      const branch = definitions.length > 1 ? index + 1 : 0
      const targets = definition.target?.map(stateName)
      const caused = `${stateName(node)}: ${event || 'always'}${branch ? ` [${branch}]` : ''}`
      return [
        {
          name: `${caused} → ${targets?.join(', ') ?? 'stays'}`,
          source: pathOf(node),
          targets: definition.target?.map(pathOf) ?? [],
          ...causeOf(event),
          ...{ event, branch, guard: guardName(definition.guard as Guard | undefined) },
          actions: namesOf(definition.actions),
          reenters: definition.reenter,
        },
        definition,
      ]
    }),
  )
}

function stateOf(node: AnyStateNode): ChartState {
  const states = Object.values(node.states).map(stateOf)
  const initial = node.initial?.target[0]
  return {
    ...{ path: pathOf(node), key: node.key, description: node.description ?? '', type: node.type },
    initial: initial && node.type === 'compound' ? pathOf(initial) : null,
    ...{ entry: namesOf(node.entry), exit: namesOf(node.exit), tags: [...node.tags] },
    invokes: node.invoke.map(({ id, src }) => ({ id, src: nameOf(src as Named) })),
    states,
  }
}

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic

export function chartOf(machine: AnyStateMachine): Chart {
  const children = Object.entries(machine.implementations.actors).flatMap(([src, logic]) =>
    isMachine(logic) ? [[src, logic.id]] : [],
  )
  return {
    id: machine.id,
    description: machine.root.description ?? '',
    root: stateOf(machine.root),
    transitions: nodesOf(machine.root)
      .flatMap(definitionsOf)
      .map(([transition]) => transition),
    children: Object.fromEntries(children),
  }
}

/** Every state of the chart, the outermost first. */
export function statesOf({ root }: Chart): ChartState[] {
  const all = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(all)]
  return all(root)
}
