import type { Facts } from './redact.ts'

/** The channel between consoles under development and the pages that watch them, all of one origin. */
export const channelName = 'kho flows'

/** `active`: the paths of its active states, each outer one before its inner ones. `parent`: the id of another actor. */
export type LiveActor = {
  id: string
  parent: string | null
  machine: string
  status: 'active' | 'done' | 'error' | 'stopped'
  active: readonly string[]
  context: Facts
}

/** An event that an actor has processed. */
export type Step = {
  /** Unix ms. */
  at: number
  actor: string
  machine: string
  event: string
  /** The machine of the actor that sent the event, or null: a view, a timer or a call. */
  source: string | null
  facts: Facts
  before: readonly string[]
  after: readonly string[]
  /** The transitions taken, by their names in the chart. None: the event was ignored. */
  transitions: readonly string[]
  context: Facts
  /** Events in a row that differ in nothing but `facts` and `context`, which are those of the last one. */
  times: number
}

/** `actors`: those that changed. `leftOut`: steps not listed, because there were too many. */
export type Batch = { actors: LiveActor[]; steps: Step[]; leftOut: number }

/** What is said on the channel. `console`: an id for each time that a console is loaded. */
export type Message =
  | { type: 'hello' }
  /** Everything that runs and the steps before, as the answer to `hello` and when a console is loaded. */
  | ({ type: 'opened'; console: string } & Batch)
  | ({ type: 'changed'; console: string } & Batch)
  | { type: 'closed'; console: string }
