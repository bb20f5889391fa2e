import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate'
import { definitionsOf, nodesOf } from '../chart.ts'
import { type AnyFlow, withBugs } from '../kit/flow.ts'
import { type FlowEvent, labelOf, outcomeOf, possibleIn } from '../kit/paths.ts'
import type { FlowModel, Moment, Way } from './model.ts'

type Modules = Record<string, Record<string, unknown>>

/** `uploadQueueFlow` → `upload-queue` */
const machineOf = (name: string) =>
  name.replace(/Flow$/, '').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value

/** The models of the page of state charts, by the ids of their machines. */
export function modelsOf(machines: Modules, flows: Modules): Record<string, FlowModel> {
  const all = Object.values(machines).flatMap(module => Object.values(module).filter(isMachine))
  const found = Object.values(flows).flatMap(module =>
    Object.entries(module).flatMap(([name, flow]): [string, FlowModel][] => {
      const machine = all.find(({ id }) => name.endsWith('Flow') && id === machineOf(name))
      return machine ? [[machine.id, modelOf(machine, withBugs(flow as AnyFlow))]] : []
    }),
  )
  return Object.fromEntries(found)
}

function modelOf(machine: AnyStateMachine, flow: AnyFlow): FlowModel {
  const transitions = new Map(
    nodesOf(machine.root)
      .flatMap(definitionsOf)
      .map(([transition, definition]) => [definition, transition]),
  )
  const momentOf = (snapshot: AnyMachineSnapshot, taken: readonly string[]): Moment => {
    const isOver = snapshot.status !== 'active'
    return {
      ...{ snapshot, taken, isOver },
      active: snapshot._nodes.map(node => node.path.join('.')),
      context: Object.fromEntries(
        Object.entries(snapshot.context as object).map(([key, value]) => [key, textOf(value)]),
      ),
      ways: isOver ? [] : possibleIn(flow, snapshot).map(event => wayOf(snapshot, event)),
    }
  }
  const wayOf = (snapshot: AnyMachineSnapshot, event: FlowEvent): Way => ({
    label: labelOf(event),
    event: event.type,
    kind: outcomeOf(event) !== null ? 'outcome' : event.type.startsWith('xstate.after.') ? 'timer' : 'event',
    take() {
      const taken = machine
        .getTransitionData(snapshot, event)
        .flatMap(each => transitions.get(each)?.name ?? [])
      const [next] = transition(machine, snapshot, event as never) as [AnyMachineSnapshot, unknown]
      return momentOf(next, taken)
    },
  })
  return {
    starts: Object.keys(flow.starts),
    begin: start =>
      momentOf((initialTransition(machine, flow.starts[start]) as [AnyMachineSnapshot, unknown])[0], []),
  }
}

/** What people can read of a value: actors and files by what they are. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null) return typeof each === 'function' ? 'a function' : each
    if ('sessionId' in each && 'getSnapshot' in each) return `the actor ${(each as { id?: string }).id}`
    if (each instanceof Map) return Object.fromEntries(each)
    if (each instanceof Set) return [...each]
    return each
  })
  return text ?? 'undefined'
}
