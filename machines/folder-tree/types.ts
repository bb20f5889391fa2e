import type { Failure } from '../failure.ts'

/** A path begins with the bucket: `anh/Tết 2026/`. */
export type FolderTreeInput = { path: string }

/**
 * Reads the direct subfolders of a folder, with their slashes, whose names begin with `search`. `bucket` null: the buckets.
 * `complete`: all of them.
 */
export type SubfolderRead = {
  input: { bucket: string | null; prefix: string; search: string }
  output: { ok: true; names: readonly string[]; complete: boolean } | Failure
}

/** The subfolders of a folder, as far as they were read. `searched`: the search of the last reading. */
export type Subfolders = { ok: true; names: readonly string[]; complete: boolean; searched: string }

export type FolderTreeEvent =
  | { type: 'open'; path: string }
  | { type: 'close'; path: string }
  /** Selects a folder, and opens it. */
  | { type: 'choose'; path: string }
  | { type: 'type'; path: string }
  | { type: 'retry'; path: string }
  | { type: 'folder created'; path: string }

/** Folders are known by their paths; that of the list of buckets is empty. */
export type FolderTreeContext = {
  /** Chosen or typed; a typed one may lead nowhere. */
  path: string
  /** The path whose folders are opened once they are listed. */
  reveal: string | null
  open: readonly string[]
  read: Readonly<Record<string, Subfolders | Failure>>
  /** What is being read, or was read last. */
  reading: { folder: string; search: string }
}

/**
 * A line of the tree, from level 1. `isOpen`: null if the folder has no subfolders. `cut`: the folder above has more
 * subfolders than were read.
 */
export type TreeRow = { path: string; level: number } & (
  | { kind: 'folder'; name: string; position: number; siblings: number; isOpen: boolean | null }
  | { kind: 'reading' | 'cut' }
  | { kind: 'failed'; failure: Failure }
)
