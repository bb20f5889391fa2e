import type { PreviewKind } from '../../domain/preview.ts'
import type { Failure } from '../failure.ts'

/** `size`: bytes, null where it is not known yet. `versionId`: the current one by default. */
export type PreviewFile = { bucket: string; key: string; size: number | null; versionId?: string }

/** What is wrong with a file: damaged, or more than the frame's limits of time and size. */
export type Refusal = 'damaged' | 'too-complex'

export type PreviewInput = { file: PreviewFile }

export type PreviewEvent =
  /** Another file, such as the next one of the folder. */
  | { type: 'show'; file: PreviewFile }
  /** The frame shows the file. */
  | { type: 'drawn' }
  | { type: 'refused'; reason: Refusal }
  | { type: 'playing' }
  /** The player gets no more of the file: its address has expired, or it cannot be played. */
  | { type: 'stream broken' }
  | { type: 'retry' }

export type PreviewContext = {
  file: PreviewFile
  kind: PreviewKind | null
  /** The signed address of the file. */
  url: string | null
  /** The file, from when it is read until the frame takes it. */
  bytes: ArrayBuffer | null
  /** Whether the address was renewed, and nothing has come from the new one yet. */
  renewed: boolean
  refusal: Refusal | null
  failure: Failure | null
}

/** Any failure that the flow does not distinguish; the screen shows it. */
export type NotDone = { ok: false; code: 'NOT_DONE'; failure: Failure }

export type LinkGet = {
  input: { bucket: string; key: string; version_id?: string }
  output: { ok: true; url: string } | NotDone
}

export type FileRead = {
  input: { url: string }
  output:
    | { ok: true; bytes: ArrayBuffer }
    | { ok: false; code: 'TOO_LARGE' }
    /** The storage refuses the address: it has expired. */
    | { ok: false; code: 'EXPIRED' }
    | NotDone
}
