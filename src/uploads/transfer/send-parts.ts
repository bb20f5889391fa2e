import { type Part, planParts } from '../../../domain/parts.ts'
import type { SendFile, StepFailure, UploadFailureCode } from '../../../machines/upload/types.ts'
import { PartUrls } from './part-urls.ts'
import type { PutResult } from './put-request.ts'
import { progressInterval, type SendContext, throttle, timedPut } from './send-context.ts'
import { stepFailure } from './storage-answer.ts'

type Input = SendFile['input']
type Output = SendFile['output']

/**
 * Sends the missing parts of a file. When one throws, the requests of the others are aborted, and it rejects once all
 * have ended: nothing is sent after that.
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
  const workers = Array.from({ length: Math.min(context.concurrency, missing.length) }, () =>
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
