import type { ActorRef, Snapshot } from 'xstate'
import type { Multipart, UploadFile, UploadReason, UploadReport } from '../upload/types.ts'
import type { RowStart } from './row-machine.ts'
import type { RowState } from './row-state.ts'
import type { UploadTable } from './table.ts'

/**
 * Besides an upload's reasons: `INTERRUPTED`, the page was closed and the file must be chosen again; `ANOTHER_FILE`,
 * the wrong file was chosen; `UNREADABLE`, the browser could not open it; `KEY_TOO_LONG`, `KEY_NOT_UNICODE`: S3 forbids
 * the key.
 */
export type RowReason =
  | UploadReason
  | 'INTERRUPTED'
  | 'ANOTHER_FILE'
  | 'UNREADABLE'
  | 'KEY_TOO_LONG'
  | 'KEY_NOT_UNICODE'

/**
 * `path`: the file's path in what was chosen, by which it is found when it is chosen again. `sent` in bytes.
 * `multipart`: the open multipart upload, if any. `settled`: it ended before the files of now were added, and no longer
 * counts.
 */
export type UploadRow = {
  readonly id: number
  readonly bucket: string
  readonly key: string
  readonly path: string
  readonly file: UploadFile
  readonly sent: number
  readonly state: RowState
  readonly reason: RowReason | null
  readonly multipart: Multipart | null
  readonly settled?: true
}

/** A file of a selection, with its future key and its path in the selection. */
export type FoundFile = { key: string; path: string; file: UploadFile; readable: boolean }

/** A row of an earlier visit, or of a tab that was closed. Its `file` is `stored`: it has no bytes yet. */
export type RestoredRow = Omit<UploadRow, 'id'> & { state: RowStart['as'] }

/** Files, or entries that are still to be opened and may be folders. */
export type SelectedItem =
  | { kind: 'files'; files: ArrayLike<File> }
  | {
      kind: 'handle'
      handle: Promise<FileSystemHandle | null>
      entry: FileSystemEntry | null
      /** Without either: a picture dragged from another page, a mail's attachment. */
      file: File | null
    }
  | { kind: 'entry'; entry: FileSystemEntry }

/** What to do with a file that has the same name as another. */
export type DuplicateChoice = 'replace' | 'keep-both' | 'skip'

/**
 * What the user chose or dropped. `names`: new names of files and folders at the top level; null skips one.
 * `duplicates`: what to do if two chosen files get the same key. `avoid`: names at the top level, as in a listing, that
 * `keep-both` must not assign. `tops`: the resulting names at the top level, as in a listing. `present`: what is left out
 * where the bucket has a file's key, instead of replacing that one: the file, or if both are the same. `addedAt`: unix seconds of the server, once it is in the queue. `again`: it was not read
 * to its end, and what is already uploaded or in the queue is left out. `found`: the files to upload, if the items were
 * read already; `leftOut`: system files skipped.
 */
export type Selection = {
  bucket: string
  prefix: string
  items: readonly SelectedItem[]
  names: ReadonlyMap<string, string | null>
  duplicates: DuplicateChoice
  avoid: ReadonlySet<string>
  tops: readonly string[]
  present?: 'skip' | 'compare'
  addedAt?: number
  again?: true
  found?: { files: readonly FoundFile[]; leftOut: number }
}

/**
 * A selection that was not read to its end: the page was closed, or its reading failed. `reason` as of a row; without
 * items it must be chosen again.
 */
export type UnreadSelection = {
  id: number
  selection: Selection
  reason: Extract<RowReason, 'INTERRUPTED' | 'PERMISSION_NEEDED' | 'UNREADABLE'>
}

export type QueueInput = {
  /** Files uploaded at once. */
  concurrency: number
}

export type QueueContext = QueueInput & {
  table: UploadTable
  nextId: number
  /** No queued row is before this index. */
  nextQueuedIndex: number
  /** Rows with an upload actor. */
  activeIds: readonly number[]
  /** System files skipped since the list was last empty. */
  leftOut: number
  /** Selections still to read, the current one first. */
  pendingSelections: readonly Selection[]
  /** Their files are not all known. */
  unread: readonly UnreadSelection[]
}

export type FolderStep = {
  type: 'step folder'
  folder: string
  step: 'pause' | 'continue' | 'cancel' | 'retry' | 'remove'
}

/** Selections of an earlier visit, or of a tab that was closed. */
export type RestoreUnread = { type: 'restore unread'; selections: readonly Omit<UnreadSelection, 'id'>[] }

/**
 * Reads an unread selection again. `chosen`: the items that were chosen again, of these names at its top, as the user knows
 * them; the others stay unread.
 */
export type ReadAgain = {
  type: 'read again'
  id: number
  chosen?: { items: readonly SelectedItem[]; tops: readonly string[] }
}

export type QueueEvent =
  | { type: 'add files'; selection: Selection }
  /** Some files of the current selection; `leftOut`: system files skipped. */
  | { type: 'files found'; bucket: string; files: readonly FoundFile[]; leftOut?: number }
  | { type: 'restore'; rows: readonly RestoredRow[] }
  | RestoreUnread
  | ReadAgain
  | { type: 'give up unread'; id: number }
  | { type: 'pause'; id: number }
  /** `file`: chosen again, for an interrupted upload. */
  | { type: 'continue'; id: number; file?: UploadFile }
  /** Files for interrupted rows, by the rows' ids. */
  | { type: 'files chosen'; files: ReadonlyMap<number, UploadFile> }
  | { type: 'cancel'; id: number }
  | { type: 'retry'; id: number }
  /** Removes an ended row. */
  | { type: 'remove'; id: number }
  /** Steps of every row of the folder, by the id of `folderOf`. `remove` removes ended rows. */
  | FolderStep
  | { type: 'pause all' }
  | { type: 'continue all' }
  | { type: 'cancel all' }
  | { type: 'retry all' }
  /** Removes ended rows; failed ones only if `failed`. */
  | { type: 'clear'; failed: boolean }
  | UploadReport

/** Reads a selection and sends its files to `queue` in slices. */
export type ReadSelection = {
  input: Selection & { queue: ActorRef<Snapshot<unknown>, Extract<QueueEvent, { type: 'files found' }>> }
}
