import { type Part, planParts } from '../../../domain/parts.ts'
import type { SendFile } from '../../../machines/upload/types.ts'
import type { ApiResult } from '../../api/result.ts'
import { callFailure } from './call-failure.ts'
import type { Pace } from './pace.ts'
import { PartUrls } from './part-urls.ts'
import { type PutResult, putRequest } from './put-request.ts'
import type { SmallFile } from './put-urls.ts'
import type { RequestPool } from './request-pool.ts'

type Input = SendFile['input']
type Output = SendFile['output']
type Failure = Extract<Output, { ok: false }>
type Signed = { urls: string[]; expires_at: number }

export type Sending = {
  pool: RequestPool
  pace: Pace
  /** Most requests of one file at once. */
  concurrency: number
  takePutUrl: (bucket: string, file: SmallFile) => Promise<ApiResult<string>>
  signParts: (
    address: { bucket: string; key: string; uploadId: string },
    partNumbers: number[],
  ) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
  /** Ms without progress after which a request counts as hung. */
  idleMs: number
}

/** An upload tells its progress at most this often, in ms. */
const tellEvery = 100

/** Sends what is missing of a file (see `SendFile`). The file of `input` must be a DOM `File`. */
export function sendFile(sending: Sending, input: Input, signal: AbortSignal): Promise<Output> {
  if (!(input.file instanceof File)) throw new Error(`"${input.key}" has no bytes`)
  return input.multipart
    ? sendParts(sending, input, input.file, input.multipart, signal)
    : sendWhole(sending, input, input.file, signal)
}

async function sendWhole(sending: Sending, input: Input, file: File, signal: AbortSignal): Promise<Output> {
  const long = !sending.pace.isShort(file.size)
  const free = await sending.pool.acquire(input, long, signal)
  try {
    const url = await sending.takePutUrl(input.bucket, { key: input.key, size: file.size })
    signal.throwIfAborted()
    if (!url.ok) return callFailure(url, ['NOT_ENOUGH_STORAGE', 'FILE_TOO_LARGE'])
    const tell = atMostEvery(tellEvery, (sent: number) => input.upload.send({ type: 'progress', sent }))
    const sent = await timedPut(sending, url.data, file, long, signal, tell)
    return sent.ok ? { ok: true } : sent
  } finally {
    free()
  }
}

async function sendParts(
  sending: Sending,
  input: Input,
  file: File,
  { uploadId, partSize }: NonNullable<Input['multipart']>,
  signal: AbortSignal,
): Promise<Output> {
  const held = new Set(input.parts.map(part => part.number))
  const missing = planParts(file.size, partSize).filter(part => !held.has(part.number))
  const address = { bucket: input.bucket, key: input.key, uploadId }
  const urls = new PartUrls(
    missing.map(part => part.number),
    { sign: numbers => sending.signParts(address, numbers), now: sending.now },
  )
  const underWay = new Map<number, number>()
  const tell = atMostEvery(tellEvery, () => {
    const sent = [...underWay.values()].reduce((sum, bytes) => sum + bytes, 0)
    input.upload.send({ type: 'progress', sent })
  })
  let failure: Failure | null = null
  let at = 0

  async function sendPart(part: Part, long: boolean): Promise<PutResult> {
    const url = await urls.take(part.number)
    signal.throwIfAborted()
    if (!url.ok) return callFailure(url, ['UPLOAD_NOT_FOUND', 'NOT_ENOUGH_STORAGE'])
    const body = file.slice(part.start, part.end)
    return timedPut(sending, url.data, body, long, signal, sent => {
      underWay.set(part.number, sent)
      tell()
    })
  }

  async function work() {
    while (at < missing.length && !failure) {
      const long = !sending.pace.isShort(partSize)
      const free = await sending.pool.acquire(input, long, signal)
      const part = missing[at]
      try {
        if (!part || failure) return
        at++
        const sent = await sendPart(part, long)
        underWay.delete(part.number)
        if (sent.ok) {
          const size = part.end - part.start
          input.upload.send({ type: 'part sent', part: { number: part.number, etag: sent.etag, size } })
          tell()
        } else failure ??= sent
      } finally {
        free()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(sending.concurrency, missing.length) }, work))
  return failure ?? { ok: true }
}

/** One PUT, from which the pace learns. */
async function timedPut(
  { pace, idleMs }: Sending,
  url: string,
  body: Blob,
  long: boolean,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<PutResult> {
  const begun = performance.now()
  const sent = await putRequest(url, body, { signal, idleMs, onProgress })
  if (sent.ok) pace.note(body.size, long, performance.now() - begun)
  else pace.noteFailure()
  return sent
}

/** `call`, left out where it was made less than `ms` before. */
function atMostEvery<Args extends unknown[]>(ms: number, call: (...args: Args) => void) {
  let last = Number.NEGATIVE_INFINITY
  return (...args: Args) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    call(...args)
  }
}
