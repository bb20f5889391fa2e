import { MiB } from '../../../domain/limits.ts'
import type { Part } from '../../../domain/parts.ts'
import type { SendFile, StepFailure, UploadFailureCode } from '../../../machines/upload/types.ts'
import { MissingParts } from './missing-parts.ts'
import { PartUrls, partUrlsPerCall } from './part-urls.ts'
import type { PutResult } from './put-request.ts'
import { progressInterval, type SendContext, throttle, timedPut } from './send-context.ts'
import { stepFailure } from './storage-answer.ts'

type Input = SendFile['input']
type Output = SendFile['output']

/** A part is as long as its request is expected to take, in ms, and at most `longestPart` bytes. */
const partMs = 4000
const longestPart = 256 * MiB

/**
 * Sends the missing parts of a file, from its start. When one throws, the requests of the others are aborted, and it
 * rejects once all have ended: nothing is sent after that.
 */
export async function sendParts(
  context: SendContext,
  input: Input,
  file: File,
  { uploadId, partSize }: NonNullable<Input['multipart']>,
  outer: AbortSignal,
): Promise<Output> {
  const broken = new AbortController()
  const signal = AbortSignal.any([outer, broken.signal])
  /** Aborted once no further part begins, so that nothing waits for a slot in vain. */
  const noMore = new AbortController()
  const waitSignal = AbortSignal.any([signal, noMore.signal])
  const missing = new MissingParts(file.size, partSize, input.parts)
  const upload = { bucket: input.bucket, key: input.key, uploadId }
  const urls = new PartUrls({ sign: numbers => context.signParts(upload, numbers), now: context.now })
  const sentByPart = new Map<number, number>()
  const reportProgress = throttle(progressInterval, () => {
    const sent = [...sentByPart.values()].reduce((sum, bytes) => sum + bytes, 0)
    input.upload.send({ type: 'progress', sent })
  })
  let failure: StepFailure<UploadFailureCode> | null = null

  /** The length of the next part: a short one is a unit, and the last ones are shared by all requests. */
  function nextLength(long: boolean): number {
    if (!long) return partSize
    return Math.min(context.pace.bytesIn(partMs), longestPart, missing.bytes / context.concurrency)
  }

  async function sendPart(part: Part, following: number[], long: boolean): Promise<PutResult> {
    const url = await urls.take(part.number, following)
    signal.throwIfAborted()
    if (!url.ok) return stepFailure(url.code)
    const body = file.slice(part.start, part.end)
    return timedPut(context, url.data, body, long, signal, sent => {
      sentByPart.set(part.number, sent)
      reportProgress()
    })
  }

  async function acquire(long: boolean): Promise<(() => void) | null> {
    try {
      return await context.pool.acquire(input, long, waitSignal)
    } catch (error) {
      if (noMore.signal.aborted && !signal.aborted) return null
      throw error
    }
  }

  async function work() {
    while (!noMore.signal.aborted) {
      const long = !context.pace.isShort(partSize)
      const release = await acquire(long)
      if (!release) return
      try {
        const length = nextLength(long)
        const part = missing.take(length)
        if (!part) return
        const following = missing.following(length, partUrlsPerCall - 1)
        if (following.length === 0) noMore.abort()
        const sent = await sendPart(part, following, long)
        sentByPart.delete(part.number)
        if (sent.ok) {
          const size = part.end - part.start
          input.upload.send({ type: 'part sent', part: { number: part.number, etag: sent.etag, size } })
          reportProgress()
        } else {
          failure ??= sent
          noMore.abort()
        }
      } finally {
        release()
      }
    }
  }
  const most = Math.min(context.concurrency, Math.ceil(missing.bytes / partSize))
  const workers = Array.from({ length: most }, () =>
    work().catch(error => {
      broken.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  const thrown = ends.find(end => end.status === 'rejected')
  if (thrown) throw thrown.reason
  return failure ?? { ok: true }
}
