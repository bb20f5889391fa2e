import type {
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  OutputFrom,
  PromiseActorLogic,
  SnapshotFrom,
  StateMachine,
} from 'xstate'
import type { FailureCode } from '../../machines/failure.ts'
import type { FlowEvent } from './paths.ts'

/** Examples of something: fixed ones, or those that fit the state that the machine is in (none: it cannot happen). */
export type Examples<T, TSnapshot> = readonly [T, ...T[]] | ((snapshot: TSnapshot) => readonly T[])

/** `ok`, the `code` of a failure, or `done` where the output has neither. */
export type Tag<TOutput> = TOutput extends { ok: true }
  ? 'ok'
  : TOutput extends { ok: false; code: infer Code extends string }
    ? Code
    : 'done'
type OutputOf<TOutput, TTag> = TOutput extends unknown ? (Tag<TOutput> extends TTag ? TOutput : never) : never

/**
 * One entry for each way in which the actor can end, of the codes of the contract for those that matter. `unexpected`: a
 * failure with another of its codes, or an Error that the actor rejects with, where it does that.
 */
export type Outcomes<TOutput, TSnapshot> = {
  [K in Exclude<Tag<TOutput>, FailureCode>]: Examples<OutputOf<TOutput, K>, TSnapshot>
} & {
  [K in Extract<Tag<TOutput>, FailureCode>]?: Examples<OutputOf<TOutput, K>, TSnapshot>
} & { unexpected: Examples<Error | Extract<TOutput, { ok: false }>, TSnapshot> }

type ActorsOf<TMachine> =
  // biome-ignore lint/suspicious/noExplicitAny: the other parameters of a machine's type play no part here
  TMachine extends StateMachine<any, any, any, infer A, any, any, any, any, any, any, any, any, any, any>
    ? A
    : never
type PromiseActorsOf<TMachine> =
  ActorsOf<TMachine> extends infer A
    ? A extends { src: infer Src extends string; logic: PromiseActorLogic<infer Output, infer _> }
      ? { src: Src; output: Output }
      : never
    : never
type ChildMachinesOf<TMachine> =
  ActorsOf<TMachine> extends infer A
    ? A extends { src: infer Src extends string; logic: infer Logic extends AnyStateMachine }
      ? unknown extends OutputFrom<Logic>
        ? never
        : { src: Src; output: OutputFrom<Logic> }
      : never
    : never
type OtherActorsOf<TMachine> = Exclude<
  ActorsOf<TMachine>['src'],
  PromiseActorsOf<TMachine>['src'] | ChildMachinesOf<TMachine>['src']
>

export type Leads<TSnapshot> = Record<string, string | ((before: TSnapshot, event: FlowEvent) => string)>

/**
 * What a model test needs to know of a flow. The types ask for an example of every event and for every outcome of
 * every outside actor, so that a new one cannot be forgotten.
 */
export type Flow<TMachine extends AnyStateMachine> = {
  /** The machine's inputs to start from, each with a name. */
  starts: Record<string, InputFrom<TMachine>>
  /** Every event that the machine accepts from outside, also those that callbacks and children send to it. */
  events: {
    [T in EventFromLogic<TMachine>['type']]: Examples<
      Extract<EventFromLogic<TMachine>, { type: T }>,
      SnapshotFrom<TMachine>
    >
  }
  /**
   * Every outcome of every actor that is a promise, and the outputs (`done`) of child machines. Each is played wherever
   * the actor is invoked.
   */
  outcomes: {
    [A in PromiseActorsOf<TMachine> as A['src']]: Outcomes<A['output'], SnapshotFrom<TMachine>>
  } & {
    [A in ChildMachinesOf<TMachine> as A['src']]: { done: Examples<A['output'], SnapshotFrom<TMachine>> }
  }
  /** Stand-ins for the actors that are not promises; one that does nothing where none is given. */
  actors?: { [A in OtherActorsOf<TMachine>]?: AnyActorLogic }
  /**
   * What makes two snapshots the same state of the model, and what the real actor is compared by: plain data. Leave
   * out what grows without end. By default the state value and the whole context.
   */
  observe?: (snapshot: SnapshotFrom<TMachine>) => unknown
  /** What always holds in a state, by its path (`credentials.locked`); runs on the real actor's snapshot. */
  states?: Record<string, (snapshot: SnapshotFrom<TMachine>) => void>
  /**
   * Where something leads, by the event's type, a timer (`after waiting time`), the outcome (`changePin: ok`), its code for every
   * actor (`UNAUTHORIZED`), or the actor (`changePin`): the path of a state that is active then; a function where that depends
   * on the state before, or on what the outcome brings. The most particular name counts. Written from what the product promises, not from the chart.
   */
  leads?: Leads<SnapshotFrom<TMachine>>
  /**
   * The context has a `failure`: that of the last outcome, none after one that is well, and none where an event leads to
   * another state; but for these events and outcomes, called as in `leads`.
   */
  failures?: { except: readonly string[] }
  /** Further limits on what can happen, where examples that depend on the state do not say it. */
  possible?: (snapshot: SnapshotFrom<TMachine>, event: { type: string }) => boolean
  /** At most so many transitions are tried; more is an error (the model has too many states). Default 20,000. */
  limit?: number
  /** Guards that can be asked one way only, as the test names them. */
  certain?: readonly string[]
}

/** A flow without its machine's types, as the harness works on it. */
export type AnyFlow = {
  starts: Record<string, unknown>
  events: Record<string, Examples<{ type: string }, AnyMachineSnapshot>>
  outcomes: Record<string, Record<string, Examples<unknown, AnyMachineSnapshot>>>
  actors?: Record<string, AnyActorLogic>
  observe?: (snapshot: AnyMachineSnapshot) => unknown
  states?: Record<string, (snapshot: AnyMachineSnapshot) => void>
  leads?: Leads<AnyMachineSnapshot>
  failures?: { except: readonly string[] }
  possible?: (snapshot: AnyMachineSnapshot, event: { type: string }) => boolean
  limit?: number
  certain?: readonly string[]
}

/** The flow without its machine's types. */
export function untyped<TMachine extends AnyStateMachine>(flow: Flow<TMachine>): AnyFlow {
  return flow as unknown as AnyFlow
}

/** The flow with a further outcome of each actor that is not known to reject: `bug`, which no server causes. */
export function withBugs(flow: AnyFlow): AnyFlow {
  const rejects = (examples: unknown) => Array.isArray(examples) && examples[0] instanceof Error
  const outcomes = Object.entries(flow.outcomes).map(([actor, tags]) => {
    const known = !('unexpected' in tags) || rejects(tags.unexpected)
    return [actor, known ? tags : { ...tags, bug: [new Error('a bug')] as const }] as const
  })
  return { ...flow, outcomes: Object.fromEntries(outcomes) }
}

/** The flow with `DATABASE_UNAVAILABLE` as the unexpected failure of each actor that resolves with its failures. */
export function withOutages(flow: AnyFlow): AnyFlow {
  const outage = (examples: unknown) =>
    Array.isArray(examples) && !(examples[0] instanceof Error)
      ? [{ ...(examples[0] as object), code: 'DATABASE_UNAVAILABLE' }]
      : examples
  const outcomes = Object.entries(flow.outcomes).map(
    ([actor, tags]) =>
      [actor, 'unexpected' in tags ? { ...tags, unexpected: outage(tags.unexpected) } : tags] as const,
  )
  return { ...flow, outcomes: Object.fromEntries(outcomes) as AnyFlow['outcomes'] }
}

/** What two snapshots are compared by. */
export function observed(flow: AnyFlow, snapshot: AnyMachineSnapshot): unknown {
  return flow.observe ? flow.observe(snapshot) : { value: snapshot.value, context: snapshot.context }
}

/** The examples that fit the snapshot. */
export function examplesIn<T>(examples: Examples<T, AnyMachineSnapshot>, snapshot: AnyMachineSnapshot) {
  return typeof examples === 'function' ? examples(snapshot) : examples
}
