import type { ActorRef, Snapshot } from 'xstate'
import type { Multipart, UploadFile, UploadReason, UploadReport } from '../upload/types.ts'
import type { UploadTable } from './table.ts'

export type RowStatus = 'queued' | 'uploading' | 'paused' | 'cancelled' | 'completed' | 'failed'

/**
 * Why a row is where it is. Beside an upload's reasons: `INTERRUPTED`, the page was reloaded and the file must be
 * given again; `ANOTHER_FILE`, the file given is not the one; `UNREADABLE`, the browser could not open it;
 * `KEY_TOO_LONG` and `KEY_NOT_UNICODE`, S3 forbids the key.
 */
export type RowReason =
  | UploadReason
  | 'INTERRUPTED'
  | 'ANOTHER_FILE'
  | 'UNREADABLE'
  | 'KEY_TOO_LONG'
  | 'KEY_NOT_UNICODE'

/** One file of the queue. `sent` in bytes. `multipart`: what the engine holds open while no actor is live. */
export type UploadRow = {
  readonly id: number
  readonly bucket: string
  readonly key: string
  readonly file: UploadFile
  readonly sent: number
  readonly status: RowStatus
  readonly reason: RowReason | null
  readonly multipart: Multipart | null
}

/** A file that was found in a selection, with the key it shall get. */
export type FoundFile = { key: string; file: UploadFile; readable: boolean }

/**
 * An upload of an earlier visit; `file` says which file it was, and has no bytes. `sent`: bytes that the engine holds.
 * `reason`: `INTERRUPTED`, or why it had failed.
 */
export type InterruptedUpload = {
  bucket: string
  key: string
  file: UploadFile
  multipart: Multipart
  sent: number
  reason: RowReason
}

/** What the user chose or dropped: `items` is for the outside actor alone. */
export type Selection = { bucket: string; prefix: string; items: unknown }

export type QueueInput = {
  /** Files under way at once. */
  window: number
}

export type QueueContext = QueueInput & {
  table: UploadTable
  nextId: number
  /** No row before this index is queued. */
  next: number
  /** Rows with a live upload actor. */
  live: readonly number[]
  /** Files of the operating system that were passed over, since the list was last empty. */
  leftOut: number
  /** Selections that are not read to their end, the one being read first. */
  intake: readonly Selection[]
}

export type QueueEvent =
  /** The user chose or dropped files. */
  | { type: 'add files'; selection: Selection }
  /** Some files of the selection being read; `leftOut`: how many of the operating system's were passed over. */
  | { type: 'files found'; bucket: string; files: readonly FoundFile[]; leftOut?: number }
  /** Uploads of an earlier visit were found. */
  | { type: 'restore'; uploads: readonly InterruptedUpload[] }
  | { type: 'pause'; id: number }
  /** `file`: given anew for an interrupted upload. */
  | { type: 'continue'; id: number; file?: UploadFile }
  | { type: 'cancel'; id: number }
  | { type: 'retry'; id: number }
  /** Take an ended row out of the list. */
  | { type: 'remove'; id: number }
  | { type: 'pause all' }
  | { type: 'continue all' }
  | { type: 'cancel all' }
  | { type: 'retry all' }
  /** Take ended rows out of the list; the failed ones only where `failed` is set. */
  | { type: 'clear'; failed: boolean }
  | UploadReport

/** Reads a selection to its end, and tells `queue` what it finds, a slice at a time. */
export type ReadSelection = {
  input: Selection & { queue: ActorRef<Snapshot<unknown>, Extract<QueueEvent, { type: 'files found' }>> }
}
