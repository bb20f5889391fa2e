import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
  StateValue,
} from 'xstate'
import { definitionsOf, nodesOf } from '../chart.ts'
import type { Batch, LiveActor, Step } from './messages.ts'
import { type Facts, factsOf } from './redact.ts'

/** At most so many steps are kept for a page that is opened later. */
export const keptSteps = 1000
/** At most so many steps are listed in a batch; a queue of 10,000 files makes more. */
export const stepsInBatch = 200
/** At most so many running actors are listed; others wait until one of these ends. */
export const listedActors = 50

export type Recorder = {
  /** An inspector of XState. Must see all events of a system. */
  inspect(event: InspectionEvent): void
  /** What has changed since the last call. */
  take(): Batch
  /** The actors that are listed and the steps that are kept, as of the last `take`. */
  whole(): Batch
}

type MachineRef = AnyActorRef & { logic: AnyStateMachine; _parent?: AnyActorRef }
type Running = { ref: MachineRef; actor: LiveActor }

/** The paths of the active states of a state value, each outer one before its inner ones. */
export function pathsOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([key, inner]) => [
    key,
    ...(inner === undefined ? [] : pathsOf(inner).map(path => `${key}.${path}`)),
  ])
}

/** Keeps what happens in the actors of machines, as plain data without secrets. `now`: unix ms. */
export function makeRecorder(now: () => number = Date.now): Recorder {
  const running = new Map<string, Running>()
  const changed = new Map<string, LiveActor>()
  /** The running actors that a batch has listed. */
  const listed = new Set<string>()
  /** Transitions whose snapshot is to come. `order` and `at`: of the first. */
  const taken = new WeakMap<object, { order: number; at: number; names: string[] }>()
  const sources = new WeakMap<object, string>()
  let kept: (Step & { order: number })[] = []
  let fresh: (Step & { order: number })[] = []
  let leftOut = 0
  let count = 0

  function takenBy(ref: MachineRef) {
    const known = taken.get(ref) ?? { order: ++count, at: now(), names: [] }
    taken.set(ref, known)
    return known
  }

  function record(ref: MachineRef, event: { type: string }, snapshot: AnyMachineSnapshot) {
    const { order, at, names: transitions } = takenBy(ref)
    taken.delete(ref)
    const id = ref.sessionId
    const before = running.get(id)?.actor.active ?? []
    const actor = actorOf(ref, snapshot)
    changed.set(id, actor)
    if (actor.status === 'active') running.set(id, { ref, actor })
    else running.delete(id)
    const said = { event: eventName(ref.logic, event.type), source: sources.get(event) ?? null }
    const step = {
      order,
      at,
      actor: id,
      machine: actor.machine,
      ...said,
      before,
      after: actor.active,
      transitions,
      times: 1,
    }
    const last = fresh.findLast(each => each.actor === id)
    if (last && isSame(last, step)) {
      Object.assign(last, {
        at: step.at,
        facts: factsOf(event),
        context: actor.context,
        times: last.times + 1,
      })
    } else if (fresh.length < stepsInBatch)
      fresh.push({ ...step, facts: factsOf(event), context: actor.context })
    else leftOut++
  }

  /** An error in a machine ends its actor without a snapshot. */
  function noteErrors() {
    for (const [id, { ref, actor }] of running) {
      const { status } = ref.getSnapshot() as AnyMachineSnapshot
      if (status === 'active') continue
      running.delete(id)
      changed.set(id, { ...actor, status })
    }
  }

  function isListed({ id, status }: LiveActor): boolean {
    const isShown = listed.has(id) || listed.size < listedActors
    if (status !== 'active') listed.delete(id)
    else if (isShown) listed.add(id)
    return isShown
  }

  return {
    inspect(event) {
      const ref = event.actorRef as MachineRef
      if (event.type === '@xstate.event' && event.sourceRef) {
        const source = (event.sourceRef as MachineRef).logic
        if (isMachine(source)) sources.set(event.event, source.id)
      }
      if (!isMachine(ref.logic)) return
      if (event.type === '@xstate.microstep')
        takenBy(ref).names.push(...event._transitions.flatMap(each => nameOf(ref.logic, each) ?? []))
      if (event.type === '@xstate.snapshot') record(ref, event.event, event.snapshot as AnyMachineSnapshot)
    },
    take() {
      noteErrors()
      const steps = inOrder(fresh)
      kept = [...kept, ...steps].slice(-keptSteps)
      const batch = { actors: [...changed.values()].filter(isListed), steps: steps.map(plain), leftOut }
      changed.clear()
      fresh = []
      leftOut = 0
      return batch
    },
    whole() {
      const actors = [...running.values()].map(({ actor }) => actor).filter(({ id }) => listed.has(id))
      return { actors, steps: kept.map(plain), leftOut: 0 }
    },
  }
}

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic

function actorOf(ref: MachineRef, snapshot: AnyMachineSnapshot): LiveActor {
  const parent = ref._parent?.sessionId ?? null
  const active = pathsOf(snapshot.value)
  const context: Facts = factsOf(snapshot.context)
  return { id: ref.sessionId, parent, machine: ref.logic.id, status: snapshot.status, active, context }
}

/** An actor may process events of others before its own snapshot is seen; steps are listed as they began. */
const inOrder = <T extends { order: number }>(steps: readonly T[]): T[] =>
  steps.toSorted((a, b) => a.order - b.order)

const plain = ({ order: _, ...step }: Step & { order: number }): Step => step

type Same = Pick<Step, 'event' | 'before' | 'after' | 'transitions'>
const isSame = (one: Same, other: Same) =>
  (['event', 'before', 'after', 'transitions'] as const).every(
    name => String(one[name]) === String(other[name]),
  ) && String(one.before) === String(one.after)

type Names = { transitions: Map<AnyTransitionDefinition, string>; events: Set<string> }
const names = new WeakMap<AnyStateMachine, Names>()

function namesOf(machine: AnyStateMachine): Names {
  const known = names.get(machine)
  if (known) return known
  const all = nodesOf(machine.root).flatMap(definitionsOf)
  const found = {
    transitions: new Map(all.map(([{ name }, definition]) => [definition, name])),
    events: new Set(all.map(([{ event }]) => event)),
  }
  names.set(machine, found)
  return found
}

const nameOf = (machine: AnyStateMachine, definition: AnyTransitionDefinition) =>
  namesOf(machine).transitions.get(definition)

/** Types that the machine does not name may hold ids of actors, and these data. */
function eventName(machine: AnyStateMachine, type: string): string {
  if (namesOf(machine).events.has(type)) return type
  return /^xstate\.(init|stop|done\.actor|error\.actor)(?=\.|$)/.exec(type)?.[0] ?? 'another event'
}
