import type { ActorRef, Snapshot } from 'xstate'
import type { FailureCode } from '../failure.ts'

/** A file as a machine knows it; a DOM `File` fits. `size` in bytes, `lastModified` in unix ms. */
export type UploadFile = {
  readonly name: string
  readonly size: number
  readonly lastModified: number
  readonly type: string
}

/** A multipart upload that the engine holds open. `partSize`: bytes of every part but the last. */
export type Multipart = { uploadId: string; partSize: number }

/** A part that the engine holds; `size` in bytes. */
export type SentPart = { number: number; etag: string; size: number }

/** What can go wrong with every call. `OFFLINE`: the browser has no network. */
type CallFailureCode =
  | Extract<
      FailureCode,
      | 'NETWORK'
      | 'STORAGE_UNAVAILABLE'
      | 'TOO_MANY_REQUESTS'
      | 'UNKNOWN_ERROR'
      | 'ACCESS_DENIED'
      | 'BUCKET_NOT_FOUND'
    >
  | 'OFFLINE'

/** And with some: `URL_REFUSED`, the engine refused a pre-signed address (403), which may have expired. */
type StepFailureCode =
  | Extract<FailureCode, 'NOT_ENOUGH_STORAGE' | 'FILE_TOO_LARGE' | 'UPLOAD_NOT_FOUND' | 'INVALID_PARTS'>
  | 'URL_REFUSED'
  /** The file on disk is gone, unreadable or not the one that was chosen. */
  | 'FILE_CHANGED'

/** Why an outside actor could not do its work. */
export type UploadFailureCode = CallFailureCode | StepFailureCode

export type CallFailure<More extends StepFailureCode = never> = {
  [Code in CallFailureCode | More]: { ok: false; code: Code }
}[CallFailureCode | More]

/** Why an upload waits, pauses or failed. `RETRYING`: the next attempt comes by itself. */
export type UploadReason = UploadFailureCode | 'RETRYING'

/** Where one upload belongs. */
type Address = { bucket: string; key: string }

/**
 * `id`: the row of the queue. `multipart`: an upload to go on with, else null. `intent`: `discard` only gives
 * `multipart` up at the engine. `queue`: who is told what happens.
 */
export type UploadInput = Address & {
  id: number
  file: UploadFile
  multipart: Multipart | null
  intent: 'send' | 'discard'
  queue: ActorRef<Snapshot<unknown>, UploadReport>
}

export type UploadContext = UploadInput & {
  /** What the engine holds of the open multipart upload; null where it must be asked. */
  parts: readonly SentPart[] | null
  /** The multipart upload that this file was begun anew instead of. */
  replaced: string | null
  /** Failed attempts in a row, since something last got through. */
  attempts: number
  /** Addresses refused in a row. */
  refusals: number
  /** How often the file was begun anew because the engine had lost its parts. */
  restarts: number
  failure: UploadFailureCode | null
}

/** The file's end. `multipart` is what a failed upload left at the engine, to go on with. */
export type UploadEnd = {
  id: number
  status: 'completed' | 'cancelled' | 'failed'
  reason: UploadReason | null
  multipart: Multipart | null
}

export type UploadEvent =
  /** The user holds the upload; no byte is sent until `continue`. */
  | { type: 'pause' }
  /** Go on: after a pause by the user, or at once while the storage does not answer. */
  | { type: 'continue' }
  /** The user gives the upload up. */
  | { type: 'cancel' }
  /** The browser has a network again. */
  | { type: 'online' }
  /** Bytes of the requests under way that have left; finished parts are not in it. */
  | { type: 'progress'; sent: number }
  /** The engine has acknowledged a part. */
  | { type: 'part sent'; part: SentPart }

/** What an upload tells its queue. `sent` in bytes of the whole file. */
export type UploadReport =
  | { type: 'upload progressed'; id: number; sent: number }
  | {
      type: 'upload changed'
      id: number
      status: 'uploading' | 'paused' | 'cancelled'
      reason: UploadReason | null
    }
  | ({ type: 'upload ended' } & UploadEnd)

/** Begins a multipart upload; gives up the upload `replaces` first, where there is one. */
export type StartUpload = {
  input: Address & { file: UploadFile; replaces: string | null }
  output: { ok: true; multipart: Multipart } | CallFailure<'NOT_ENOUGH_STORAGE' | 'FILE_TOO_LARGE'>
}

/** The parts that the engine holds. */
export type ListParts = {
  input: Address & { uploadId: string }
  output: { ok: true; parts: SentPart[] } | CallFailure<'UPLOAD_NOT_FOUND'>
}

/** Waits until the browser has a network again, then tells `online`. */
export type OnlineWatch = { events: Extract<UploadEvent, { type: 'online' }> }

/**
 * Sends what is missing: the whole file without `multipart`, else every part not in `parts`. Tells `upload` of
 * progress and finished parts. After a failure it begins nothing new, lets the other requests end, then resolves.
 */
export type SendFile = {
  input: Address & {
    file: UploadFile
    multipart: Multipart | null
    parts: readonly SentPart[]
    upload: { send(event: Extract<UploadEvent, { type: 'progress' | 'part sent' }>): void }
  }
  output: { ok: true } | CallFailure<Exclude<StepFailureCode, 'INVALID_PARTS'>>
}

/** Makes the object of its parts. `again`: an earlier attempt may have got through without an answer. */
export type CompleteUpload = {
  input: Address & { file: UploadFile; uploadId: string; parts: readonly SentPart[]; again: boolean }
  output: { ok: true } | CallFailure<'NOT_ENOUGH_STORAGE' | 'UPLOAD_NOT_FOUND' | 'INVALID_PARTS'>
}

/** Gives a multipart upload up at the engine; one that is not there counts as given up. */
export type AbortUpload = {
  input: Address & { uploadId: string }
  output: { ok: true } | CallFailure
}
