import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  matchesState,
} from 'xstate'
import { unknownFailure } from '../../machines/failure.ts'
import { type AnyFlow, observed } from './flow.ts'
import { FlowClock } from './flow-clock.ts'
import { type FlowEvent, type FlowPath, labelOf, outcomeOf } from './paths.ts'

type Ending = { resolve: (output: unknown) => void; reject: (error: unknown) => void }

/** A machine whose outside actors follow a path: promises that the path settles, stand-ins for the rest. */
export type Stage = {
  machine: AnyStateMachine
  awaited: Map<string, Ending>
  /** The beginnings of paths, by input and description, that were compared with the model already. */
  checked: Map<unknown, Set<string>>
}

export function stageOf(machine: AnyStateMachine, flow: AnyFlow): Stage {
  const awaited: Stage['awaited'] = new Map()
  const promise = fromPromise<unknown, unknown>(
    ({ self }) => new Promise((resolve, reject) => awaited.set(self.id, { resolve, reject })),
  )
  const actors: Record<string, AnyActorLogic> = {}
  for (const src of Object.keys(machine.implementations.actors)) {
    actors[src] = src in flow.outcomes ? promise : (flow.actors?.[src] ?? fromCallback(() => undefined))
  }
  return { machine: machine.provide({ actors }), awaited, checked: new Map() }
}

/** What one step of a path has walked. */
export type Walked = {
  event: FlowEvent
  /** When the event came, in ms since the start. */
  at: number
  snapshots: AnyMachineSnapshot[]
  transitions: AnyTransitionDefinition[]
}

class NotPossibleInTime extends Error {}

/** The callbacks of a promise that has ended run to their end within one turn of the event loop. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/**
 * Runs a path with a real actor and compares it with the model after each step, once for each beginning of a path. Gives what each step walked; the
 * first one is the start. A path that lets timers run out in an order that their delays do not allow ends before.
 */
export async function runPath(
  stage: Stage,
  flow: AnyFlow,
  input: unknown,
  path: FlowPath,
): Promise<Walked[]> {
  const { machine, awaited } = stage
  awaited.clear()
  if (!stage.checked.has(input)) stage.checked.set(input, new Set())
  const checked = stage.checked.get(input)!
  const time = new FlowClock()
  const walked: Walked[] = [{ event: { type: 'xstate.init' }, at: 0, snapshots: [], transitions: [] }]
  const inspect = (inspected: InspectionEvent) => {
    if (inspected.type === '@xstate.microstep') {
      walked.at(-1)?.transitions.push(...inspected._transitions)
      walked.at(-1)?.snapshots.push(inspected.snapshot as AnyMachineSnapshot)
    }
    if (inspected.type === '@xstate.action') time.inspect(inspected.action, inspected.actorRef as AnyActorRef)
  }
  const actor = createActor(machine, { input, clock: time.clock, inspect })
  walked[0]?.snapshots.push(actor.getSnapshot())

  const play = async (event: FlowEvent) => {
    const step: Walked = { event, at: 0, snapshots: [], transitions: [] }
    walked.push(step)
    if (event.actorId !== undefined) {
      const ending = awaited.get(event.actorId)
      if (!ending) throw new Error(`"${event.actorId}" is not awaited`)
      awaited.delete(event.actorId)
      if ('error' in event) ending.reject(event.error)
      else ending.resolve(event.output)
      await turn()
    } else if (event.type.startsWith('xstate.after.')) {
      if (!time.runOut(event.type)) throw new NotPossibleInTime(labelOf(event))
    } else {
      actor.send(event)
    }
    step.at = time.clock.now()
  }
  const promises = Object.entries(flow.states ?? {})
  const check = (expected: AnyMachineSnapshot) => {
    const snapshot = actor.getSnapshot()
    for (const [state, promise] of promises) if (matchesState(state, snapshot.value)) promise(snapshot)
    const [now, then] = [observed(flow, snapshot), observed(flow, expected)]
    if (!isDeepStrictEqual(now, then)) expect(now).toEqual(then)
  }

  actor.start()
  let beginning = ''
  try {
    for (const [index, { event, state }] of path.steps.entries()) {
      if (index > 0) await play(event)
      beginning += index > 0 ? ` → ${labelOf(event)}` : labelOf(event)
      if (checked.has(beginning)) continue
      checked.add(beginning)
      check(state)
      const before = path.steps[index - 1]?.state
      // The same: a guard has refused the event.
      if (before && before !== state) checkStep(flow, event, before, actor.getSnapshot())
    }
    return walked
  } catch (error) {
    if (error instanceof NotPossibleInTime) return walked.slice(0, -1)
    if (error instanceof Error) error.message = `${beginning}: ${error.message}`
    throw error
  } finally {
    actor.stop()
  }
}

/** What an event is called in `leads`, the most particular name first. */
function namesOf(event: FlowEvent): string[] {
  const outcome = outcomeOf(event)
  if (outcome === null) return [event.type.replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')]
  const [actor, code] = outcome.split(': ') as [string, string]
  return [outcome, code, actor]
}

type Failing = { failure?: unknown }

/** Checks what the flow states of a step: where it leads, and which failure is shown then. */
function checkStep(
  { leads, failures }: AnyFlow,
  event: FlowEvent,
  before: AnyMachineSnapshot,
  now: AnyMachineSnapshot,
): void {
  const names = namesOf(event)
  const name = names.find(each => leads && each in leads)
  if (name !== undefined) {
    const wanted = leads![name]!
    const state = typeof wanted === 'function' ? wanted(before, event) : wanted
    expect(
      matchesState(state, now.value),
      `"${name}" leads to ${JSON.stringify(now.value)}, not ${state}`,
    ).toBe(true)
  }
  if (
    !failures ||
    names.some(each => failures.except.includes(each)) ||
    event.type.startsWith('xstate.after.')
  )
    return
  const { failure } = now.context as Failing
  if (event.actorId !== undefined) expect(failure, names[0]).toEqual(failureOf(event))
  else if (!isDeepStrictEqual(before.value, now.value)) expect(failure, names[0]).toBeNull()
}

/** What an outcome leaves to be told; who is signed out is told by the sign-in page. */
function failureOf(event: FlowEvent): unknown {
  if ('error' in event) return unknownFailure
  const output = event.output as { ok?: boolean; code?: string } | undefined
  return output?.ok === false && output.code !== 'UNAUTHORIZED' ? output : null
}
