import type { ApiResult } from '../../api/result.ts'

export type SmallFile = { key: string; size: number }
/** `expires_at` in unix seconds. */
export type Signed = { urls: string[]; expires_at: number }

/** A URL with less time left, in seconds, is signed again. */
const minLifetime = 60

type Sign = (bucket: string, files: SmallFile[]) => Promise<ApiResult<Signed>>

type PutOptions = {
  sign: Sign
  /** The next files of the queue for this bucket, in order; iterated only as far as needed. */
  upcoming: (bucket: string) => Iterable<SmallFile>
  /** Unix seconds. */
  now: () => number
}

/** URLs of files per call. */
const batchSize = 250
/** When so many URLs are left, more are requested. */
const lookAhead = 100

type Ready = { url: string; expiresAt: number }
type Waiting = {
  file: SmallFile
  resolve: (result: ApiResult<string>) => void
  reject: (error: unknown) => void
}

/** Pre-signed URLs for whole files, fetched in batches and ahead for the next files of the queue. */
export class PutUrls {
  readonly #options: PutOptions
  /** By bucket and file. */
  readonly #ready = new Map<string, Map<string, Ready>>()
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #refilling = new Set<string>()

  constructor(options: PutOptions) {
    this.#options = options
  }

  /** The URL for one file; each is returned once. */
  async take(bucket: string, file: SmallFile): Promise<ApiResult<string>> {
    const ready = this.#readyOf(bucket, file)
    if (ready) {
      const left = this.#ready.get(bucket)
      left?.delete(idOf(file))
      if (left?.size === lookAhead) void this.#refill(bucket)
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
    const ids = new Set(requested.map(idOf))
    const upcoming = this.#unsigned(bucket, batchSize - requested.length).filter(file => !ids.has(idOf(file)))
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

  /** The URL of a file that was fetched ahead and is still valid. */
  #readyOf(bucket: string, file: SmallFile): Ready | undefined {
    const ready = this.#ready.get(bucket)?.get(idOf(file))
    return ready && ready.expiresAt - minLifetime > this.#options.now() ? ready : undefined
  }

  /** The next `maximum` files without a URL. Drops the URLs of files that are not upcoming before these. */
  #unsigned(bucket: string, maximum: number): SmallFile[] {
    const found: SmallFile[] = []
    const kept = new Map<string, Ready>()
    for (const file of this.#options.upcoming(bucket)) {
      if (found.length >= maximum) break
      const ready = this.#readyOf(bucket, file)
      if (ready) kept.set(idOf(file), ready)
      else found.push(file)
    }
    this.#ready.set(bucket, kept)
    return found
  }

  #store(bucket: string, files: SmallFile[], signed: Signed, from: number) {
    const ready = this.#ready.get(bucket) ?? new Map<string, Ready>()
    files.forEach((file, index) => {
      ready.set(idOf(file), { url: signed.urls[from + index]!, expiresAt: signed.expires_at })
    })
    this.#ready.set(bucket, ready)
  }
}

function idOf({ key, size }: SmallFile): string {
  return `${size}\n${key}`
}

type PartOptions = {
  sign: (partNumbers: number[]) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
}

/** URLs of parts per call. */
export const partUrlsPerCall = 128

/** Pre-signed URLs for the parts of one upload, with those of the expected next parts in one call. */
export class PartUrls {
  readonly #options: PartOptions
  readonly #ready = new Map<number, { url: string; expiresAt: number }>()
  #signing: Promise<ApiResult<Signed>> | null = null

  constructor(options: PartOptions) {
    this.#options = options
  }

  /** The URL of a part; each is returned once. `following`: the expected next parts. */
  async take(number: number, following: readonly number[]): Promise<ApiResult<string>> {
    const url = await this.peek(number, following)
    this.#ready.delete(number)
    return url
  }

  /** The URL that `take` will return, unless it expires before. */
  async peek(number: number, following: readonly number[]): Promise<ApiResult<string>> {
    const prefetched = this.#ready.get(number)
    if (prefetched && prefetched.expiresAt - minLifetime <= this.#options.now()) this.#ready.delete(number)
    for (;;) {
      const ready = this.#ready.get(number)
      if (ready) return { ok: true, data: ready.url }
      const outcome = await this.#signFrom([number, ...following])
      if (!outcome.ok) return outcome
    }
  }

  #signFrom(numbers: number[]): Promise<ApiResult<Signed>> {
    this.#signing ??= this.#sign(numbers).finally(() => {
      this.#signing = null
    })
    return this.#signing
  }

  async #sign(numbers: number[]): Promise<ApiResult<Signed>> {
    const outcome = await this.#options.sign(numbers)
    if (outcome.ok) {
      numbers.forEach((part, index) => {
        this.#ready.set(part, { url: outcome.data.urls[index]!, expiresAt: outcome.data.expires_at })
      })
    }
    return outcome
  }
}
