import type { ActorRef, Snapshot } from 'xstate'
import type { FailureCode } from '../failure.ts'

/**
 * A file as a machine knows it; a DOM `File` fits. `size` in bytes, `lastModified` in unix ms. `stored`: it is known from
 * an earlier visit, and has no bytes until it is opened by its path in what was chosen.
 */
export type UploadFile = {
  readonly name: string
  readonly size: number
  readonly lastModified: number
  readonly type: string
  readonly stored?: { readonly path: string }
}

/**
 * An open multipart upload. `partSize`: bytes of a unit. A part is one unit or more, but for the file's end, and has
 * the number (from 1) of its first unit: its offset is (number − 1) × `partSize`, and numbers may be left out.
 */
export type Multipart = { uploadId: string; partSize: number }

/** A stored part; `size` in bytes. `checked`: the storage has compared its bytes with the checksum that came with them. */
export type SentPart = { number: number; etag: string; size: number; checked?: boolean }

/** Failures of any call. `OFFLINE`: the browser has no network. */
type CallFailureCode = FailureCode | 'OFFLINE'

/**
 * Why a stored file cannot be opened. `FILE_CHANGED`: it has changed since it was chosen. `FILE_GONE`: it is no longer
 * where it was, or the browser has no handle of it. `PERMISSION_NEEDED`: the user must let the browser read it again.
 */
type OpenFailureCode = 'FILE_CHANGED' | 'FILE_GONE' | 'PERMISSION_NEEDED'

/**
 * Why sending failed. `URL_REFUSED`: a pre-signed URL got a 403; it may have expired. `FILE_CHANGED`: the file on disk is
 * gone, unreadable or changed.
 */
export type SendFailureCode = CallFailureCode | 'URL_REFUSED' | 'FILE_CHANGED'

export type UploadFailureCode = SendFailureCode | OpenFailureCode

export type StepFailure<Code extends UploadFailureCode = CallFailureCode> = {
  [C in Code]: { ok: false; code: C }
}[Code]

/** Why an upload waits, pauses or failed. `RETRYING`: it is retried automatically. */
export type UploadReason = UploadFailureCode | 'RETRYING'

type Address = { bucket: string; key: string }

/**
 * `id`: the row of the queue. `multipart`: an upload to resume, or null. `intent`: `discard` only aborts `multipart`.
 * `queue`: receives the reports.
 */
export type UploadInput = Address & {
  id: number
  file: UploadFile
  multipart: Multipart | null
  intent: 'send' | 'discard'
  queue: ActorRef<Snapshot<unknown>, UploadReport>
}

export type UploadContext = UploadInput & {
  /** Parts that the storage has acknowledged, by number. */
  parts: readonly SentPart[]
  /** Whether `parts` are all: a request that was stopped or failed may be stored, its response lost. */
  partsAreKnown: boolean
  /** Whether sending has ended without a failure. */
  hasSent: boolean
  /** Whether it has ended with everything stored, as it is in the file. */
  hasSentAll: boolean
  /** Whether a completion of this multipart upload was called: its answer may be lost. */
  hasAskedToComplete: boolean
  /** The multipart upload that a restart replaced. */
  replaced: string | null
  /** Failed attempts since the last success. */
  attempts: number
  /** URLs refused in a row. */
  refusals: number
  /** Restarts because the storage had lost the parts. */
  restarts: number
  failure: UploadFailureCode | null
}

/**
 * What an upload does now. `uploading`: also while it waits for an automatic retry; `stalled`: the storage does not answer;
 * `cancelling`: its stored parts are being discarded.
 */
export type UploadChange = {
  id: number
  state: 'uploading' | 'pausing' | 'paused' | 'stalled' | 'cancelling'
  reason: UploadReason | null
}

/**
 * How an upload has ended. `interrupted`: its file must be chosen, or its reading allowed, again; `failed`: a retry makes
 * sense; `refused`: it failed for good. `multipart`: what it left behind, to resume.
 */
export type UploadEnd = {
  id: number
  state: 'completed' | 'cancelled' | 'interrupted' | 'failed' | 'refused'
  reason: UploadReason | null
  multipart: Multipart | null
}

export type UploadEvent =
  /** No further request begins until `continue`; a second one aborts those in flight. */
  | { type: 'pause' }
  /** After a pause, or without waiting for the storage. */
  | { type: 'continue' }
  | { type: 'cancel' }
  | { type: 'online' }
  /** Bytes sent by the requests in flight, without finished parts. */
  | { type: 'progress'; sent: number }
  /** The storage has acknowledged a part. */
  | { type: 'part sent'; part: SentPart }

/** What an upload reports to its queue. `sent`: bytes of the whole file. */
export type UploadReport =
  | { type: 'upload progressed'; id: number; sent: number }
  /** A multipart upload is open. */
  | { type: 'upload begun'; id: number; multipart: Multipart }
  | ({ type: 'upload changed' } & UploadChange)
  | ({ type: 'upload ended' } & UploadEnd)

/** Opens a file of an earlier visit. */
export type OpenFile = {
  input: { file: UploadFile }
  output: { ok: true; file: UploadFile } | StepFailure<OpenFailureCode>
}

/** Starts a multipart upload, after aborting `replaces`, if any. */
export type StartUpload = {
  input: Address & { file: UploadFile; replaces: string | null }
  output: { ok: true; multipart: Multipart } | StepFailure
}

/** The stored parts. */
export type ListParts = {
  input: Address & { uploadId: string }
  output: { ok: true; parts: SentPart[] } | StepFailure
}

/** Sends `online` when the network is back. */
export type OnlineWatch = { events: Extract<UploadEvent, { type: 'online' }> }

/** No further request is to begin; those in flight may end. */
export type UploadEmitted = { type: 'finish' }

/**
 * Sends the whole file without `multipart`, else every part not in `parts`; compares what is stored with the file, and
 * sends again what differs. Reports progress and finished parts to `upload`. After a failure, or when `upload` emits
 * `finish`, it starts nothing new and resolves once the requests in flight have ended. `finished`: everything is stored,
 * as it is in the file.
 */
export type SendFile = {
  input: Address & {
    id: number
    file: UploadFile
    multipart: Multipart | null
    parts: readonly SentPart[]
    upload: {
      send(event: Extract<UploadEvent, { type: 'progress' | 'part sent' }>): void
      on(type: 'finish', listener: () => void): { unsubscribe(): void }
    }
  }
  output: { ok: true; finished: boolean } | StepFailure<SendFailureCode>
}

/** `again`: a retry; the earlier attempt may have succeeded although its response was lost. */
export type CompleteUpload = {
  input: Address & { file: UploadFile; uploadId: string; parts: readonly SentPart[]; again: boolean }
  output: { ok: true } | StepFailure
}

/** An unknown upload counts as aborted. */
export type AbortUpload = {
  input: Address & { uploadId: string }
  output: { ok: true } | StepFailure
}
