import { isDeepStrictEqual } from 'node:util'
import {
  type Actor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
} from 'xstate'
import type { AnyFlow } from './flow.ts'
import { FlowClock } from './flow-clock.ts'
import { type FlowEvent, labelOf, possibleIn } from './paths.ts'
import type { World } from './random-walk.ts'

/** A machine that is walked, with the machines that it invokes and that are real here, by their ids (which are their `src`). */
export type Walkable = { machine: AnyStateMachine; flow: AnyFlow; children?: Record<string, Walkable> }

/** A call of an outside actor. `left`: its state was left before it ended. */
export type Call = {
  id: string
  /** The machine that has asked. */
  by: AnyActorRef | undefined
  src: string
  input: unknown
  state: 'in flight' | 'ended' | 'left'
  end(event: FlowEvent): void
}

/** A running machine of the world. `prefix`: what its labels begin with. */
export type Running = {
  prefix: string
  flow: AnyFlow
  actor: AnyActorRef
  children: Record<string, Walkable>
}

type Move = { label: string; event: FlowEvent; actor: AnyActorRef; flow: AnyFlow }

/** What happened last. `before`: the snapshot of the machine that it happened to, which may have `hasEnded` by it. */
export type Happened = Move & { before: AnyMachineSnapshot; hasEnded: boolean }

/** The callbacks of a promise that has ended run to their end within one turn of the event loop. */
export const turn = () => new Promise<void>(resolve => setImmediate(resolve))

const snapshotOf = (actor: AnyActorRef) => actor.getSnapshot() as AnyMachineSnapshot

/** A real machine with real children, whose outside actors end as the walk says and whose time is simulated. */
export class FlowWorld implements World {
  readonly time = new FlowClock()
  readonly calls: Call[] = []
  last: Happened | null = null
  readonly #heard: { actor: AnyActorRef; event: FlowEvent; before: AnyMachineSnapshot }[] = []
  #known: Move[] | null = null
  readonly #root!: AnyActorRef
  readonly #walkable: Walkable
  readonly #beside: { prefix: string; actor: AnyActorRef; walkable: Walkable }[] = []

  constructor(walkable: Walkable, input: unknown) {
    this.#walkable = walkable
    this.#root = this.#start(walkable, input)
  }

  #start(walkable: Walkable, input: unknown): AnyActorRef {
    const actor: Actor<AnyStateMachine> = createActor(this.#provided(walkable), {
      input,
      clock: this.time.clock,
      inspect: (inspected: InspectionEvent) => {
        if (inspected.type === '@xstate.action')
          this.time.inspect(inspected.action, inspected.actorRef as AnyActorRef)
        if (inspected.type === '@xstate.event')
          this.#noteEvent(inspected.actorRef as AnyActorRef, inspected.event)
      },
    })
    return actor.start()
  }

  /** Starts another machine beside the root, whose labels begin with `prefix`. */
  startBeside(prefix: string, walkable: Walkable, input: unknown): AnyActorRef {
    const actor = this.#start(walkable, input)
    this.#beside.push({ prefix, actor, walkable })
    return actor
  }

  get root(): AnyMachineSnapshot {
    return snapshotOf(this.#root)
  }

  get rootActor(): AnyActorRef {
    return this.#root
  }

  /** The labels of what happened to the machine; what it took no note of is none. */
  heardBy(actor: AnyActorRef, flow: AnyFlow): string[] {
    return this.#heard
      .filter(heard => heard.actor === actor)
      .flatMap(({ event, before }) => {
        const fits = possibleIn(flow, before).find(
          ({ type, actorId: _, ...given }) =>
            type === event.type &&
            Object.entries(given).every(([key, value]) =>
              isDeepStrictEqual(value, event[key as keyof FlowEvent]),
            ),
        )
        return fits ? [labelOf(fits)] : []
      })
  }

  now(): number {
    return this.time.clock.now()
  }

  inFlight(): Call[] {
    return this.calls.filter(call => call.state === 'in flight')
  }

  /** Every machine that runs here. */
  running(): Running[] {
    return [
      ...runningIn('', this.#walkable, this.#root),
      ...this.#beside.flatMap(({ prefix, walkable, actor }) => runningIn(prefix, walkable, actor)),
    ]
  }

  /** Whether the machine runs beside the root, or is invoked by one that does. */
  isBeside(actor: AnyActorRef): boolean {
    return !runningIn('', this.#walkable, this.#root).some(each => each.actor === actor)
  }

  /** Whether another machine has invoked it. */
  isInvoked(actor: AnyActorRef): boolean {
    return actor !== this.#root && !this.#beside.some(each => each.actor === actor)
  }

  /** Whether the machine invokes a real one by this name, and no call that a walk ends. */
  isReal(actor: AnyActorRef, src: string): boolean {
    return this.running().some(each => each.actor === actor && src in each.children)
  }

  possible(): string[] {
    if (this.root.status !== 'active') return []
    return this.#moves().map(({ label }) => label)
  }

  async play(label: string): Promise<void> {
    const move = this.#moves().find(each => each.label === label)
    if (!move) throw new Error(`"${label}" cannot happen`)
    const { event, actor } = move
    this.#known = null
    const last: Happened = { ...move, before: snapshotOf(actor), hasEnded: false }
    this.last = last
    if (event.actorId !== undefined) {
      this.inFlight()
        .findLast(call => call.id === event.actorId)!
        .end(event)
      await turn()
    } else if (event.type.startsWith('xstate.after.')) this.time.pass()
    else actor.send(event)
    last.hasEnded = snapshotOf(actor).status !== 'active'
  }

  stop(): void {
    this.#root.stop()
    for (const { actor } of this.#beside) actor.stop()
  }

  #provided({ machine, flow, children = {} }: Walkable): AnyStateMachine {
    const actors: Record<string, AnyActorLogic> = {}
    for (const src of Object.keys(machine.implementations.actors)) {
      actors[src] = children[src]
        ? this.#provided(children[src])
        : src in flow.outcomes
          ? this.#heldCall(src)
          : (flow.actors?.[src] ?? fromCallback(() => undefined))
    }
    return machine.provide({ actors })
  }

  #heldCall(src: string) {
    return fromPromise<unknown, unknown>(
      ({ self, input, signal }) =>
        new Promise((resolve, reject) => {
          const end = (event: FlowEvent) => {
            call.state = 'ended'
            if ('error' in event) reject(event.error)
            else resolve(event.output)
          }
          const call: Call = { id: self.id, by: self._parent, src, input, state: 'in flight', end }
          this.calls.push(call)
          signal.addEventListener('abort', () => {
            if (call.state === 'in flight') call.state = 'left'
          })
        }),
    )
  }

  #noteEvent(actor: AnyActorRef, event: FlowEvent) {
    const before = snapshotOf(actor)
    // A promise has none.
    if (before && '_nodes' in before) this.#heard.push({ actor, event, before })
  }

  #moves(): Move[] {
    this.#known ??= this.running().flatMap(({ prefix, flow, actor }) =>
      possibleIn(flow, snapshotOf(actor))
        .filter(event => this.#isInTime(event))
        .map(event => ({ label: prefix + labelOf(event), event, actor, flow })),
    )
    return this.#known
  }

  #isInTime({ type, actorId }: FlowEvent): boolean {
    if (actorId !== undefined) return this.inFlight().some(({ id }) => id === actorId)
    return !type.startsWith('xstate.after.') || this.time.isNext(type)
  }
}

function runningIn(prefix: string, { flow, children = {} }: Walkable, actor: AnyActorRef): Running[] {
  const snapshot = snapshotOf(actor)
  if (snapshot.status !== 'active') return []
  const inside = Object.entries(children).flatMap(([id, child]) => {
    const ref = snapshot.children[id]
    return ref ? runningIn(`${prefix}${id} > `, child, ref as AnyActorRef) : []
  })
  return [{ prefix, flow, actor, children }, ...inside]
}
