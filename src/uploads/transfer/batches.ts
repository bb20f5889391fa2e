import { batchedFileLimit, batchFilesMaximum, MiB } from '../../../domain/limits.ts'
import type { SendFile } from '../../../machines/upload/types.ts'
import type { StoredFile } from '../../../openapi/schema.ts'
import { nextTask } from '../../site/slice.ts'
import { crc32, crc32Text } from '../compare/crc32.ts'
import { contentTypeWith } from './content-type.ts'
import type { Pace } from './pace.ts'
import type { RequestPool } from './request-pool.ts'
import type { SpeedMeter } from './speed-meter.ts'
import { stepFailure } from './storage-answer.ts'

type Input = SendFile['input'] & { file: File }
type Output = SendFile['output']

type Options = {
  pool: RequestPool
  pace: Pace
  speed: SpeedMeter
  /** Sends the body of `putBatch`. Rejects without an answer, or with the signal's reason. */
  post: (
    bucket: string,
    body: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ) => Promise<{ ok: true; files: StoredFile[] } | { ok: false; status: number }>
  /** A file was stored although its upload had been left before the answer came. */
  onStoredLate: (input: Input) => void
  /** In ms, of a monotonic clock. */
  now: () => number
}

/** With fewer files a batch saves nothing. */
const fewest = 5
/** A batch has as much as the line is expected to send in this time, in ms; bytes while that is unknown. */
const batchMs = 2000
const firstBytes = MiB / 2
/** After a failure the files travel alone for this long, in ms, doubled each time. */
const firstPauseMs = 5000
const longestPauseMs = 600_000
/** The server, or a proxy before it, does not accept batches. */
const neverAccepted = [404, 405, 413, 501]

/** `left`: its upload was left. */
type Waiting = { input: Input; left: boolean; settle: (outcome: Output | null) => void; onLeft: () => void }

/** Sends small files together; whatever fails as a whole is left to requests of their own. */
export class Batches {
  readonly #options: Options
  /** By bucket. */
  readonly #waiting = new Map<string, Set<Waiting>>()
  readonly #running = new Set<string>()
  #closedUntil = Number.NEGATIVE_INFINITY
  #pauseMs = firstPauseMs

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether files of so many bytes are sent with others now. */
  takes({ size }: { size: number }): boolean {
    return size <= batchedFileLimit && this.#options.now() >= this.#closedUntil
  }

  /**
   * Sends a file with others of its bucket; null: it must be sent alone. When its upload says `finish` it is not sent
   * any more, unless it is under way.
   */
  async send(input: Input, signal: AbortSignal): Promise<Output | null> {
    signal.throwIfAborted()
    if (!this.takes(input.file)) return null
    const { promise, resolve, reject } = Promise.withResolvers<Output | null>()
    const waiting: Waiting = { input, left: false, settle: resolve, onLeft: () => undefined }
    const all = this.#waiting.get(input.bucket) ?? new Set()
    const leave = () => {
      all.delete(waiting)
      waiting.left = true
      waiting.onLeft()
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    const { unsubscribe } = input.upload.on('finish', () => {
      if (all.delete(waiting)) resolve({ ok: true, finished: false })
    })
    this.#waiting.set(input.bucket, all.add(waiting))
    void this.#run(input.bucket, all)
    try {
      return await promise
    } finally {
      unsubscribe()
      signal.removeEventListener('abort', leave)
    }
  }

  /** Sends batches as slots become free, until no file of the bucket waits. */
  async #run(bucket: string, all: Set<Waiting>): Promise<void> {
    if (this.#running.has(bucket)) return
    this.#running.add(bucket)
    try {
      while (all.size > 0) {
        // The queue starts one file after the other, in one task.
        await nextTask()
        const long = !this.#options.pace.isShort(bytesOf(this.#next(all)))
        const release = await this.#options.pool.acquire(this, long, new AbortController().signal)
        const files = this.#next(all)
        for (const file of files) all.delete(file)
        if (files.length < fewest) {
          release()
          for (const { settle } of files) settle(null)
        } else void this.#sendAll(bucket, files, long).finally(release)
      }
    } finally {
      for (const { settle } of all) settle(null)
      all.clear()
      this.#running.delete(bucket)
    }
  }

  #next(all: Set<Waiting>): Waiting[] {
    const most = this.#options.pace.bytesIn(batchMs) || firstBytes
    const files: Waiting[] = []
    let bytes = 0
    for (const file of all) {
      bytes += file.input.file.size
      if (files.length === batchFilesMaximum || (bytes > most && files.length >= fewest)) break
      files.push(file)
    }
    return files
  }

  async #sendAll(bucket: string, files: Waiting[], long: boolean): Promise<void> {
    const { pace, speed, now, post, onStoredLate } = this.#options
    const stopped = new AbortController()
    for (const file of files)
      file.onLeft = () => {
        if (files.every(({ left }) => left)) stopped.abort()
      }
    const startedAt = now()
    const ended = speed.begin(startedAt)
    let stored = 0
    try {
      const answer = await post(bucket, await bodyOf(files), stopped.signal)
      if (!answer.ok) return this.#close(files, neverAccepted.includes(answer.status))
      answer.files.forEach((outcome, index) => {
        const { input, left, settle } = files[index]!
        const isStored = 'etag' in outcome
        if (isStored) stored += input.file.size
        if (isStored && left) onStoredLate(input)
        settle(isStored ? { ok: true, finished: true } : stepFailure(outcome.code))
      })
      this.#pauseMs = firstPauseMs
      pace.record(bytesOf(files), long, now() - startedAt)
    } catch (error) {
      if (!stopped.signal.aborted) this.#close(files, false)
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error
    } finally {
      ended(now(), stored)
    }
  }

  #close(files: Waiting[], forGood: boolean): void {
    this.#closedUntil = forGood ? Number.POSITIVE_INFINITY : this.#options.now() + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
    for (const { settle } of files) settle(null)
  }
}

function bytesOf(files: readonly Waiting[]): number {
  return files.reduce((sum, { input }) => sum + input.file.size, 0)
}

/** The body of `putBatch`. Rejects if a file cannot be read. */
async function bodyOf(files: readonly Waiting[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await new Blob(files.map(({ input }) => input.file)).arrayBuffer())
  let at = 0
  const head = {
    files: files.map(({ input: { key, file } }) => {
      const own = bytes.subarray(at, at + file.size)
      at += file.size
      const content_type = contentTypeWith(file.type, own, true)
      return { key, size: file.size, ...(content_type && { content_type }), crc32: crc32Text(crc32(own)) }
    }),
  }
  const json = new TextEncoder().encode(JSON.stringify(head))
  const body = new Uint8Array(4 + json.length + bytes.length)
  new DataView(body.buffer).setUint32(0, json.length)
  body.set(json, 4)
  body.set(bytes, 4 + json.length)
  return body
}
