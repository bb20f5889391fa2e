import type { Failure } from '../failure.ts'

/** `bucket`: the one to choose from. */
export type PickerInput = { bucket: string; path: string }

/** One row: a folder, which ends in a slash, or a file. `size`: of a file, in bytes. */
export type Entry = { path: string; name: string; size: number | null }

/** A folder, as far as it was read: names that begin with `search`. `complete`: all of them. */
export type Listing = { folder: string; search: string; entries: readonly Entry[]; complete: boolean }

export type PickerEvent =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'type'; path: string }
  /** Opens a folder. */
  | { type: 'enter'; path: string }
  | { type: 'choose'; path: string }
  | { type: 'retry' }

export type PickerContext = PickerInput & {
  /** The last listing that was read. */
  listing: Listing | null
  /** Why the folder could not be read; cleared by the next attempt. */
  failure: Failure | null
}

/** Reads the direct entries of a folder whose names start with `search`. */
export type FolderRead = {
  input: { bucket: string; prefix: string; search: string }
  output: { ok: true; entries: readonly Omit<Entry, 'path'>[]; complete: boolean } | Failure
}
