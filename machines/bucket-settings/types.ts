import type { Failure } from '../failure.ts'

/** A setting as the storage has it. `revision`: names this state of it. */
export type Stored<Value = unknown> = { value: Value; revision: string }

export type BucketSettingsInput = { stored: Stored }

export type BucketSettingsEvent =
  | { type: 'save'; value: unknown }
  /** Of two values, the one that this user has entered. */
  | { type: 'save yours' }
  /** Of two values, the one that is saved. */
  | { type: 'keep theirs' }
  /** Read again what is saved. */
  | { type: 'retry' }

export type BucketSettingsContext = {
  /** What the editor began with. */
  stored: Stored
  /** What the user wants to save; null before the first attempt. */
  yours: { value: unknown } | null
  /** What another one has saved meanwhile. */
  theirs: Stored | null
  /** Why the last call failed; cleared by the next one. */
  failure: Failure | null
}

/** Any failure that the flow does not tell apart; the screen shows it. */
export type NotDone = { ok: false; code: 'NOT_DONE'; failure: Failure }

/** Saves the value, if the setting is still the one of `revision`. */
export type SettingSave = {
  input: { value: unknown; revision: string }
  output: { ok: true } | Failure<'SETTING_CHANGED'> | NotDone
}

export type SettingRead = { output: { ok: true; stored: Stored } | NotDone }
