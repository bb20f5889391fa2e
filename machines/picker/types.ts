import type { Failure } from '../failure.ts'

/** What a path must lead to. Across all buckets, paths start with the bucket: `anh/Tết 2026/`. */
export type Wanted = 'file' | 'folder'

export type PickerInput = {
  /** The bucket to choose from; null: all buckets. */
  bucket: string | null
  wanted: Wanted
  path: string
}

/** One row: a bucket, a folder (both end in a slash) or a file. `size`: of a file, in bytes. */
export type Entry = { path: string; name: string; size: number | null }

/** A folder, as far as it was read: names that begin with `search`. `complete`: all of them. */
export type Listing = { folder: string; search: string; entries: readonly Entry[]; complete: boolean }

export type PickerEvent =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'type'; path: string }
  /** Opens a folder or bucket. */
  | { type: 'enter'; path: string }
  | { type: 'choose'; path: string }
  | { type: 'retry' }

export type PickerContext = PickerInput & {
  /** The last listing that was read. */
  listing: Listing | null
  /** Why the folder could not be read; cleared by the next attempt. */
  failure: Failure | null
}

/** Reads the direct entries of a folder whose names start with `search`. `bucket` null: the buckets. */
export type FolderRead = {
  input: { bucket: string | null; prefix: string; search: string }
  output: { ok: true; entries: readonly Omit<Entry, 'path'>[]; complete: boolean } | Failure
}
