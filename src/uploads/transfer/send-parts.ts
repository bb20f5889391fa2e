import { MiB } from '../../../domain/limits.ts'
import type { Part } from '../../../domain/parts.ts'
import { type ByteRange, missingRanges } from '../../../machines/upload/parts.ts'
import type { SendFailureCode, SendFile, SentPart, StepFailure } from '../../../machines/upload/types.ts'
import { mostResends } from '../compare/comparison.ts'
import { PartComparisons } from '../compare/part-comparisons.ts'
import type { FileRequests } from './file-requests.ts'
import type { SendContext } from './send-context.ts'
import { PartUrls, partUrlsPerCall } from './signed-urls.ts'
import { stepFailure } from './storage-answer.ts'

type Input = SendFile['input']
type Output = SendFile['output']

/** A part is as long as its request is expected to take, in ms, and at most `longestPart` bytes. */
const partMs = 4000
const longestPart = 256 * MiB
/** Parts that wait for a slot with their checksums, so that no slot waits for one. */
const preparedAhead = 2

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
  const { comparison } = context
  const comparisons = new PartComparisons({
    ...{ comparison, bucket: input.bucket, uploadId, file, partSize, signal: requests.ending },
    onUnreadable: () => fail({ ok: false, code: 'FILE_CHANGED' }),
    onError: error => requests.abort(error),
  })
  let failure: StepFailure<SendFailureCode> | null = null
  let unsent = 0

  function fail(reason: StepFailure<SendFailureCode>) {
    failure ??= reason
    requests.close()
  }

  /** The length of the next part: a short one is a unit, and parts shrink towards the end, so that all end together. */
  function nextLength(long: boolean): number {
    if (!long) return partSize
    return Math.min(context.pace.bytesIn(partMs), longestPart, missing.bytes / (2 * context.concurrency))
  }

  /** Its checksum is computed before it takes a slot, so that other parts are under way meanwhile. */
  async function send(part: Part, following: number[], isResent = false) {
    const long = !context.pace.isShort(isResent ? part.end - part.start : partSize)
    const size = part.end - part.start
    const body = file.slice(part.start, part.end)
    const signed = await requests.whileOpen(urls.peek(part.number, following))
    if (signed && !signed.ok) return fail(stepFailure(signed.code))
    const sum = signed && (await requests.whileOpen(requests.checksum(signed.data, body)))
    if (sum && 'unreadable' in sum) return fail({ ok: false, code: 'FILE_CHANGED' })
    const release = await requests.acquire(long)
    try {
      const url = release && (await requests.whileOpen(urls.take(part.number, following)))
      if (!url) {
        unsent += size
        return
      }
      if (!url.ok) return fail(stepFailure(url.code))
      const crc32 = sum?.digest ?? null
      const sent = await requests.put(url.data, body, long, { crc32, isResent })
      if (!sent.ok) return fail(sent)
      const report = () =>
        input.upload.send({
          type: 'part sent',
          part: { number: part.number, etag: sent.etag, size, checked: sent.checked === true },
        })
      // A part that was damaged is no progress before it is the same: attempts would be counted from 0 again.
      if (isResent) return comparisons.begin(part, sent, report)
      report()
      requests.reportProgress()
      comparisons.begin(part, sent)
    } finally {
      release?.()
    }
  }

  async function sendMissing() {
    while (!requests.isClosed) {
      const part = missing.take(nextLength(!context.pace.isShort(partSize)))
      if (!part) return
      await send(part, missing.following(partUrlsPerCall - 1))
    }
  }

  comparisons.beginHeld(input.parts)
  const most = Math.min(context.concurrency + preparedAhead, Math.ceil(missing.bytes / partSize))
  const workers = Array.from({ length: most }, () =>
    sendMissing().catch(error => {
      requests.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  const thrown = ends.find(end => end.status === 'rejected')
  if (thrown) throw thrown.reason
  for (;;) {
    const different = await comparisons.nextDifferent()
    requests.signal.throwIfAborted()
    if (requests.isClosed || !different) break
    // Ceph RGW completes an upload only with every part it holds: it is replaced as it is.
    if (different.times <= mostResends) await send(different.part, [], true)
    else fail({ ok: false, code: 'NETWORK' })
  }
  if (failure) return failure
  const finished = missing.bytes + unsent === 0 && comparisons.isComplete
  if (finished) comparison.forgetPartsOf(uploadId)
  return { ok: true, finished }
}

/** The bytes of a file that are still to be sent, taken part by part from the start. All sizes in bytes. */
class MissingParts {
  readonly #unit: number
  readonly #ranges: ByteRange[]

  constructor(size: number, unit: number, held: readonly SentPart[]) {
    this.#unit = unit
    this.#ranges = missingRanges(size, unit, held)
  }

  get bytes(): number {
    return this.#ranges.reduce((sum, { start, end }) => sum + end - start, 0)
  }

  /** The next part: as many whole units as fit into `length`, at least one, or the rest of the range. */
  take(length: number): Part | undefined {
    const range = this.#ranges[0]
    if (!range) return undefined
    const part = this.#partFrom(range, length)
    if (part.end < range.end) range.start = part.end
    else this.#ranges.shift()
    return part
  }

  /** The numbers that the next parts can have, whatever their lengths are: those of the next `count` units. */
  following(count: number): number[] {
    const numbers: number[] = []
    for (const { start, end } of this.#ranges) {
      for (let at = start; at < end && numbers.length < count; at += this.#unit)
        numbers.push(at / this.#unit + 1)
    }
    return numbers
  }

  #partFrom({ start, end }: ByteRange, length: number): Part {
    const units = Math.max(1, Math.floor(length / this.#unit))
    return { number: start / this.#unit + 1, start, end: Math.min(start + units * this.#unit, end) }
  }
}
