import type { Failure } from '../failure.ts'

/** A setting as the storage has it. `revision`: names this state of it. */
export type Stored<Value = unknown> = { value: Value; revision: string }

export type BucketSettingsInput = { stored: Stored }

export type BucketSettingsEvent =
  | { type: 'save'; value: unknown }
  /** Keep this user's value. */
  | { type: 'save yours' }
  /** Keep the saved value. */
  | { type: 'keep theirs' }
  /** Read the saved value again. */
  | { type: 'retry' }

export type BucketSettingsContext = {
  /** The value that the editor was opened with. */
  stored: Stored
  /** What the user wants to save; null before the first attempt. */
  yours: { value: unknown } | null
  /** The value that another user or tab saved meanwhile. */
  theirs: Stored | null
  /** Why the last call failed; cleared by the next one. */
  failure: Failure | null
}

/** Any failure that the flow does not distinguish; the screen shows it. */
export type NotDone = { ok: false; code: 'NOT_DONE'; failure: Failure }

/** Saves the value, if the setting is still the one of `revision`. */
export type SettingSave = {
  input: { value: unknown; revision: string }
  output: { ok: true } | Failure<'SETTING_CHANGED'> | NotDone
}

export type SettingRead = { output: { ok: true; stored: Stored } | NotDone }
