import type { ApiResult } from '../../api/result.ts'

export type SmallFile = { key: string; size: number }
type Signed = { urls: string[]; expires_at: number }
type Sign = (bucket: string, files: SmallFile[]) => Promise<ApiResult<Signed>>

type Options = {
  sign: Sign
  /** The next files of the queue for this bucket, in order; iterated only as far as needed. */
  upcoming: (bucket: string) => Iterable<SmallFile>
  /** Unix seconds. */
  now: () => number
}

/** URLs per call. */
const batchSize = 250
/** With fewer URLs left, more are requested. */
const refillBelow = 100
/** A URL with less time left, in seconds, is not used. */
const minLifetime = 60

type Waiting = {
  file: SmallFile
  resolve: (result: ApiResult<string>) => void
  reject: (error: unknown) => void
}

/** Pre-signed URLs for whole files, fetched in batches and ahead for the next files of the queue. */
export class PutUrls {
  readonly #options: Options
  readonly #ready = new Map<string, { url: string; expiresAt: number }>()
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #refilling = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  /** The URL for one file; each is returned once. */
  async take(bucket: string, file: SmallFile): Promise<ApiResult<string>> {
    const id = cacheKey(bucket, file)
    const ready = this.#ready.get(id)
    this.#ready.delete(id)
    if (ready && ready.expiresAt - minLifetime > this.#options.now()) {
      if (this.#ready.size < refillBelow) void this.#refill(bucket)
      return { ok: true, data: ready.url }
    }
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(bucket)
      if (waiting) waiting.push({ file, resolve, reject })
      else {
        this.#waiting.set(bucket, [{ file, resolve, reject }])
        queueMicrotask(() => void this.#signWaiting(bucket))
      }
    })
  }

  async #signWaiting(bucket: string) {
    const waiting = this.#waiting.get(bucket) ?? []
    this.#waiting.delete(bucket)
    const requested = waiting.map(({ file }) => file)
    const keys = new Set(requested.map(file => cacheKey(bucket, file)))
    const upcoming = this.#unsigned(bucket, batchSize - requested.length).filter(
      file => !keys.has(cacheKey(bucket, file)),
    )
    try {
      const outcome = await this.#options.sign(bucket, [...requested, ...upcoming])
      if (outcome.ok) this.#store(bucket, upcoming, outcome.data, requested.length)
      waiting.forEach(({ resolve }, index) => {
        resolve(outcome.ok ? { ok: true, data: outcome.data.urls[index]! } : outcome)
      })
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  async #refill(bucket: string) {
    if (this.#refilling.has(bucket)) return
    const upcoming = this.#unsigned(bucket, batchSize)
    if (upcoming.length === 0) return
    this.#refilling.add(bucket)
    try {
      const outcome = await this.#options.sign(bucket, upcoming)
      if (outcome.ok) this.#store(bucket, upcoming, outcome.data, 0)
    } finally {
      this.#refilling.delete(bucket)
    }
  }

  #unsigned(bucket: string, maximum: number): SmallFile[] {
    const found: SmallFile[] = []
    for (const file of this.#options.upcoming(bucket)) {
      if (found.length >= maximum) break
      if (!this.#ready.has(cacheKey(bucket, file))) found.push(file)
    }
    return found
  }

  #store(bucket: string, files: SmallFile[], signed: Signed, from: number) {
    files.forEach((file, index) => {
      this.#ready.set(cacheKey(bucket, file), {
        url: signed.urls[from + index]!,
        expiresAt: signed.expires_at,
      })
    })
  }
}

function cacheKey(bucket: string, { key, size }: SmallFile): string {
  return `${bucket}\n${size}\n${key}`
}
