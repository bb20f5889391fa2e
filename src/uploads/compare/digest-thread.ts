import { MiB } from '../../../domain/limits.ts'
import type { DigestName } from './digest.ts'
import type { DigestAnswer, DigestCall } from './digest.worker.ts'

/** Null: this browser cannot start the worker. */
export type Digest = { digest: string } | { unreadable: true } | null

type Waiting = {
  blob: Blob
  name: DigestName
  signal: AbortSignal
  resolve: (digest: Digest) => void
  reject: (error: unknown) => void
}

/** Bytes that are read together at most, unless one alone has more. */
const mostTogether = 32 * MiB
/** After an answer so many bytes are waited for, but no longer than `gatherMs`. */
const gathered = 8 * MiB
const gatherMs = 150

/**
 * Digests of files, computed in a worker in the order of the calls. It starts with the first. Those that wait are read as
 * one blob: in Chromium the first 2 MiB of a blob take as long as the next 20.
 */
export class DigestThread {
  #worker: Worker | null = null
  #hasFailed = false
  #isWorking = false
  #waiting: Waiting[] = []
  #answeredAt = Number.NEGATIVE_INFINITY

  /** Rejects with the signal's reason if it has aborted when its turn comes. */
  digest(blob: Blob, name: DigestName, signal: AbortSignal): Promise<Digest> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ blob, name, signal, resolve, reject })
      if (!this.#isWorking) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.length > 0) {
      await this.#gather()
      const together = this.#takeTogether()
      if (together.length > 0) await this.#answer(together)
      this.#answeredAt = performance.now()
    }
    this.#isWorking = false
  }

  /** Waits for calls that can be answered together: those of this turn and, while files come in a row, of the next ones. */
  async #gather(): Promise<void> {
    await null
    const bytes = this.#waiting.reduce((sum, { blob }) => sum + blob.size, 0)
    const wait = this.#answeredAt + gatherMs - performance.now()
    if (bytes < gathered && wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
  }

  #takeTogether(): Waiting[] {
    const wanted: Waiting[] = []
    let bytes = 0
    for (const waiting of this.#waiting) {
      const { blob, name, signal } = waiting
      bytes += signal.aborted ? 0 : blob.size
      const first = wanted[0]
      if (first && (bytes > mostTogether || name !== first.name)) break
      if (signal.aborted) waiting.reject(signal.reason)
      else wanted.push(waiting)
    }
    this.#waiting = this.#waiting.filter(each => !each.signal.aborted && !wanted.includes(each))
    return wanted
  }

  async #answer(together: Waiting[]): Promise<void> {
    const blobs = together.map(({ blob }) => blob)
    try {
      const answer = await this.#ask({
        blob: blobs.length === 1 ? blobs[0]! : new Blob(blobs),
        sizes: blobs.map(blob => blob.size),
        name: together[0]!.name,
      })
      if (answer && 'unreadable' in answer && together.length > 1) {
        for (const each of together) await this.#answer([each])
        return
      }
      for (const [at, { resolve }] of together.entries())
        resolve(answer && 'digests' in answer ? { digest: answer.digests[at]! } : answer)
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  #ask(call: DigestCall): Promise<Exclude<DigestAnswer, { error: string }> | null> {
    if (this.#hasFailed) return Promise.resolve(null)
    this.#worker ??= new Worker(new URL('./digest.worker.ts', import.meta.url), { type: 'module' })
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<DigestAnswer>) => {
        if ('error' in data) reject(new Error(data.error))
        else resolve(data)
      }
      // Its script could not be loaded: the console may have been replaced by another version since the page was.
      worker.onerror = () => {
        this.#hasFailed = true
        resolve(null)
      }
      worker.postMessage(call)
    })
  }
}
