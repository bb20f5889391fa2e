import { finishLimitMs } from '../../../machines/upload/rules.ts'
import type { SendFile } from '../../../machines/upload/types.ts'
import type { Digest } from '../compare/digest-thread.ts'
import { type PutResult, putRequest } from './put-request.ts'
import type { SendContext } from './send-context.ts'

/** The progress of requests in flight is reported at most this often, in ms. */
const progressInterval = 100

/** A storage that compares bytes with a checksum has it named in its URLs. */
const invitesChecksum = (url: string) => /[?&]x-amz-sdk-checksum-algorithm=CRC32(&|$)/.test(url)

/** `isResent`: its bytes count as sent already. */
type Flight = { size: number; sent: number; startedAt: number; isResent: boolean }

/**
 * The requests of one file. After `close`, or once the upload says `finish`, no further one begins; those in flight are
 * aborted if they would take longer than `finishLimitMs`.
 */
export class FileRequests {
  readonly #context: SendContext
  readonly #input: SendFile['input']
  readonly #inFlight = new Set<Flight>()
  readonly #closed = new AbortController()
  readonly #aborted = new AbortController()
  readonly #unsubscribe: () => void
  #reportedAt = Number.NEGATIVE_INFINITY
  /** Whether they were aborted because they would have taken too long to finish. */
  gaveUp = false
  /** Aborts when the upload is left, and when a request throws. */
  readonly signal: AbortSignal
  /** Aborts when no further request may begin. */
  readonly ending: AbortSignal

  constructor(context: SendContext, input: SendFile['input'], outer: AbortSignal) {
    this.#context = context
    this.#input = input
    this.signal = AbortSignal.any([outer, this.#aborted.signal])
    this.ending = AbortSignal.any([this.signal, this.#closed.signal])
    const subscription = input.upload.on('finish', () => this.#finish())
    this.#unsubscribe = () => subscription.unsubscribe()
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted
  }

  close(): void {
    this.#closed.abort()
  }

  abort(reason: unknown): void {
    this.close()
    this.#aborted.abort(reason)
  }

  /** Must be called at the end. */
  dispose(): void {
    this.#unsubscribe()
  }

  /** Waits for a slot. Returns the function that releases it; null if no further request may begin. */
  async acquire(long: boolean): Promise<(() => void) | null> {
    try {
      return await this.#context.pool.acquire(this.#input, long, this.ending)
    } catch (error) {
      if (this.ending.aborted && !this.signal.aborted) return null
      throw error
    }
  }

  /** What `waiting` resolves to; null as soon as no further request may begin. */
  async whileOpen<T>(waiting: Promise<T>): Promise<T | null> {
    const ended = Promise.withResolvers<null>()
    const end = () => (this.signal.aborted ? ended.reject(this.signal.reason) : ended.resolve(null))
    if (this.ending.aborted) end()
    else this.ending.addEventListener('abort', end, { once: true })
    try {
      return await Promise.race([ended.promise, waiting])
    } finally {
      this.ending.removeEventListener('abort', end)
    }
  }

  /** The checksum that goes along with `body`; null if the URL invites none, or the browser cannot compute it. */
  async checksum(url: string, body: Blob): Promise<Digest> {
    return invitesChecksum(url) ? this.#context.digest(body, 'crc32', this.signal) : null
  }

  /** One PUT; its time is recorded in `pace` and `speed`. `isResent`: of bytes that have arrived damaged. */
  async put(
    url: string,
    body: Blob,
    long: boolean,
    { crc32 = null, isResent = false }: { crc32?: string | null; isResent?: boolean } = {},
  ): Promise<PutResult> {
    const { pace, speed } = this.#context
    const flight: Flight = { size: body.size, sent: 0, startedAt: performance.now(), isResent }
    this.#inFlight.add(flight)
    const ended = speed.begin(flight.startedAt)
    let stored = 0
    const onProgress = (sent: number) => {
      flight.sent = sent
      if (performance.now() - this.#reportedAt >= progressInterval) this.reportProgress()
    }
    try {
      const patience = (handedOver: number) => pace.patience(handedOver)
      const sent = await putRequest(url, body, { signal: this.signal, crc32, patience, onProgress })
      if (sent.ok) {
        stored = body.size
        pace.record(body.size, long, performance.now() - flight.startedAt)
      } else pace.recordFailure()
      return sent
    } finally {
      ended(performance.now(), stored)
      this.#inFlight.delete(flight)
    }
  }

  reportProgress(): void {
    this.#reportedAt = performance.now()
    const sent = [...this.#inFlight].reduce((sum, { sent, isResent }) => sum + (isResent ? 0 : sent), 0)
    this.#input.upload.send({ type: 'progress', sent })
  }

  #finish(): void {
    this.close()
    const expected = [...this.#inFlight].map(flight => this.#msLeft(flight))
    if (Math.max(...expected, 0) <= finishLimitMs) return
    this.gaveUp = true
    this.abort(new Error('The requests in flight would take too long'))
  }

  /** By the measured speed of the line, or else of the request itself; 0 if neither is known. */
  #msLeft({ size, sent, startedAt }: Flight): number {
    const rate = this.#context.pace.bytesIn(1) || sent / Math.max(performance.now() - startedAt, 1)
    return rate === 0 ? 0 : (size - sent) / rate
  }
}
