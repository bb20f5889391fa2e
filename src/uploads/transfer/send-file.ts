import { type Part, planParts } from '../../../domain/parts.ts'
import type { SendFile, StepFailure, UploadFailureCode } from '../../../machines/upload/types.ts'
import type { ApiResult } from '../../api/result.ts'
import { contentTypeOf } from './content-type.ts'
import type { Pace } from './pace.ts'
import { PartUrls } from './part-urls.ts'
import { type PutResult, putRequest } from './put-request.ts'
import type { SmallFile } from './put-urls.ts'
import type { RequestPool } from './request-pool.ts'
import { stepFailure } from './storage-answer.ts'

type Input = SendFile['input']
type Output = SendFile['output']
type Signed = { urls: string[]; expires_at: number }

type SendContext = {
  pool: RequestPool
  pace: Pace
  /** Maximum requests of one file at once. */
  concurrency: number
  takePutUrl: (bucket: string, file: SmallFile) => Promise<ApiResult<string>>
  signParts: (
    upload: { bucket: string; key: string; uploadId: string },
    partNumbers: number[],
  ) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
  /** Ms without progress after which a request counts as hung. */
  idleMs: number
}

/** Progress is reported at most this often, in ms. */
const progressInterval = 100

/** Sends the missing parts of a file (see `SendFile`). The file of `input` must be a DOM `File`. */
export function sendFile(context: SendContext, input: Input, signal: AbortSignal): Promise<Output> {
  if (!(input.file instanceof File)) throw new Error(`"${input.key}" has no bytes`)
  return input.multipart
    ? sendParts(context, input, input.file, input.multipart, signal)
    : sendWhole(context, input, input.file, signal)
}

async function sendWhole(
  context: SendContext,
  input: Input,
  file: File,
  signal: AbortSignal,
): Promise<Output> {
  const long = !context.pace.isShort(file.size)
  const release = await context.pool.acquire(input, long, signal)
  try {
    const [url, type] = await Promise.all([
      context.takePutUrl(input.bucket, { key: input.key, size: file.size }),
      contentTypeOf(file),
    ])
    signal.throwIfAborted()
    if (!url.ok) return stepFailure(url.code)
    const reportProgress = throttle(progressInterval, (sent: number) =>
      input.upload.send({ type: 'progress', sent }),
    )
    const body = type === file.type ? file : file.slice(0, file.size, type)
    const sent = await timedPut(context, url.data, body, long, signal, reportProgress)
    return sent.ok ? { ok: true } : sent
  } finally {
    release()
  }
}

async function sendParts(
  context: SendContext,
  input: Input,
  file: File,
  { uploadId, partSize }: NonNullable<Input['multipart']>,
  signal: AbortSignal,
): Promise<Output> {
  const held = new Set(input.parts.map(part => part.number))
  const missing = planParts(file.size, partSize).filter(part => !held.has(part.number))
  const upload = { bucket: input.bucket, key: input.key, uploadId }
  const urls = new PartUrls(
    missing.map(part => part.number),
    { sign: numbers => context.signParts(upload, numbers), now: context.now },
  )
  const sentByPart = new Map<number, number>()
  const reportProgress = throttle(progressInterval, () => {
    const sent = [...sentByPart.values()].reduce((sum, bytes) => sum + bytes, 0)
    input.upload.send({ type: 'progress', sent })
  })
  let failure: StepFailure<UploadFailureCode> | null = null
  let at = 0

  async function sendPart(part: Part, long: boolean): Promise<PutResult> {
    const url = await urls.take(part.number)
    signal.throwIfAborted()
    if (!url.ok) return stepFailure(url.code)
    const body = file.slice(part.start, part.end)
    return timedPut(context, url.data, body, long, signal, sent => {
      sentByPart.set(part.number, sent)
      reportProgress()
    })
  }

  async function work() {
    while (at < missing.length && !failure) {
      const long = !context.pace.isShort(partSize)
      const release = await context.pool.acquire(input, long, signal)
      const part = missing[at]
      try {
        if (!part || failure) return
        at++
        const sent = await sendPart(part, long)
        sentByPart.delete(part.number)
        if (sent.ok) {
          const size = part.end - part.start
          input.upload.send({ type: 'part sent', part: { number: part.number, etag: sent.etag, size } })
          reportProgress()
        } else failure ??= sent
      } finally {
        release()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(context.concurrency, missing.length) }, work))
  return failure ?? { ok: true }
}

/** One PUT; its time is recorded in `pace`. */
async function timedPut(
  { pace, idleMs }: SendContext,
  url: string,
  body: Blob,
  long: boolean,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<PutResult> {
  const startedAt = performance.now()
  const sent = await putRequest(url, body, { signal, idleMs, onProgress })
  if (sent.ok) pace.record(body.size, long, performance.now() - startedAt)
  else pace.recordFailure()
  return sent
}

/** Drops calls less than `ms` after the last one. */
function throttle<Args extends unknown[]>(ms: number, call: (...args: Args) => void) {
  let last = Number.NEGATIVE_INFINITY
  return (...args: Args) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    call(...args)
  }
}
