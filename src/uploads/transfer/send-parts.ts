import { MiB } from '../../../domain/limits.ts'
import type { Part } from '../../../domain/parts.ts'
import type { SendFailureCode, SendFile, StepFailure } from '../../../machines/upload/types.ts'
import type { FileRequests } from './file-requests.ts'
import { MissingParts } from './missing-parts.ts'
import { PartUrls, partUrlsPerCall } from './part-urls.ts'
import type { PutResult } from './put-request.ts'
import type { SendContext } from './send-context.ts'
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
  requests: FileRequests,
  input: Input,
  file: File,
  { uploadId, partSize }: NonNullable<Input['multipart']>,
): Promise<Output> {
  const missing = new MissingParts(file.size, partSize, input.parts)
  const upload = { bucket: input.bucket, key: input.key, uploadId }
  const urls = new PartUrls({ sign: numbers => context.signParts(upload, numbers), now: context.now })
  let failure: StepFailure<SendFailureCode> | null = null
  let unsent = 0

  /** The length of the next part: a short one is a unit, and parts shrink towards the end, so that all end together. */
  function nextLength(long: boolean): number {
    if (!long) return partSize
    return Math.min(context.pace.bytesIn(partMs), longestPart, missing.bytes / (2 * context.concurrency))
  }

  async function sendPart(part: Part, following: number[], long: boolean): Promise<PutResult | null> {
    const url = await urls.take(part.number, following)
    requests.signal.throwIfAborted()
    if (!url.ok) return stepFailure(url.code)
    if (requests.isFinishing) return null
    return requests.put(url.data, file.slice(part.start, part.end), long)
  }

  async function work() {
    while (!requests.isClosed) {
      const long = !context.pace.isShort(partSize)
      const release = await requests.acquire(long)
      if (!release) return
      try {
        const length = nextLength(long)
        const part = missing.take(length)
        if (!part) return
        const size = part.end - part.start
        const following = missing.following(length, partUrlsPerCall - 1)
        if (following.length === 0) requests.close()
        const sent = await sendPart(part, following, long)
        if (sent?.ok) {
          input.upload.send({ type: 'part sent', part: { number: part.number, etag: sent.etag, size } })
          requests.reportProgress()
        } else if (sent) {
          failure ??= sent
          requests.close()
        } else unsent += size
      } finally {
        release()
      }
    }
  }
  const most = Math.min(context.concurrency, Math.ceil(missing.bytes / partSize))
  const workers = Array.from({ length: most }, () =>
    work().catch(error => {
      requests.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  const thrown = ends.find(end => end.status === 'rejected')
  if (thrown) throw thrown.reason
  return failure ?? { ok: true, finished: missing.bytes + unsent === 0 }
}
