import type { Failure } from '../failure.ts'

/**
 * `place`: where the user was. `address`: an address of this console. `page` and `act`: what the console has and does.
 * `search`: what leads to all files whose names match; its address ends where the text belongs.
 */
export type FoundKind =
  | 'place'
  | 'search'
  | 'address'
  | 'page'
  | 'act'
  | 'bucket'
  | 'folder'
  | 'file'
  | 'sub-user'
  | 'group'
  | 'account'
  | 'key'
  | 'client'
  | 'topic'
  | 'job'

/** A line of the list. */
export type Found = {
  kind: FoundKind
  /** One line for each: what is known and found again is shown once. */
  id: string
  name: string
  /** Shown beside the name, and searched too: an email address, the folder that it is in. */
  detail: string
  /** Where it leads; empty for an act and a job. */
  address: string
  /** What Tab completes the text to; empty if nothing. */
  path: string
}

/** What an actor has found for a text. `exact`: the first line is what the text names. `more`: there is more than it gives. */
export type Lookup = {
  input: { text: string }
  output: { ok: true; found: readonly Found[]; exact: boolean; more: boolean } | Failure
}

export type Answer = { text: string; found: readonly Found[]; more: boolean }

export type FinderEvent =
  /** `known`: what is found without asking: recent places first, then pages and acts. */
  | { type: 'open'; known: readonly Found[] }
  | { type: 'close' }
  | { type: 'type'; text: string }
  /** Enter, while no line can be chosen yet: goes there as soon as the text is known to name something. */
  | { type: 'enter' }
  | { type: 'choose'; found: Found }
  | { type: 'retry' }

export type FinderContext = {
  text: string
  known: readonly Found[]
  /** The newest answer, which may be that of an earlier text. */
  answer: Answer | null
  failure: Failure | null
  /** Whether Enter waits for the answer. */
  entered: boolean
}
