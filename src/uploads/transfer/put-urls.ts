import type { ApiResult } from '../../api/result.ts'

export type SmallFile = { key: string; size: number }
type Signed = { urls: string[]; expires_at: number }
type Sign = (bucket: string, files: SmallFile[]) => Promise<ApiResult<Signed>>

type Options = {
  sign: Sign
  /** The files that come next in the queue for this bucket, in order; read no further than needed. */
  upcoming: (bucket: string) => Iterable<SmallFile>
  /** Unix seconds. */
  now: () => number
}

/** Addresses asked for in one call. */
const batchSize = 250
/** With fewer at hand, more are asked for. */
const refillBelow = 100
/** An address that ends sooner, in seconds, is not used any more. */
const leastLife = 60

type Waiting = {
  file: SmallFile
  resolve: (result: ApiResult<string>) => void
  reject: (error: unknown) => void
}

/** Pre-signed addresses for whole files: many in one call, and those of the files that come next in the same call. */
export class PutUrls {
  readonly #options: Options
  readonly #ready = new Map<string, { url: string; expiresAt: number }>()
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #refilling = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  /** The address for one file; each is given once. */
  async take(bucket: string, file: SmallFile): Promise<ApiResult<string>> {
    const name = nameOf(bucket, file)
    const ready = this.#ready.get(name)
    this.#ready.delete(name)
    if (ready && ready.expiresAt - leastLife > this.#options.now()) {
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
    const asked = waiting.map(({ file }) => file)
    const names = new Set(asked.map(file => nameOf(bucket, file)))
    const ahead = this.#unsigned(bucket, batchSize - asked.length).filter(
      file => !names.has(nameOf(bucket, file)),
    )
    try {
      const outcome = await this.#options.sign(bucket, [...asked, ...ahead])
      if (outcome.ok) this.#keep(bucket, ahead, outcome.data, asked.length)
      waiting.forEach(({ resolve }, index) => {
        resolve(outcome.ok ? { ok: true, data: outcome.data.urls[index]! } : outcome)
      })
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  async #refill(bucket: string) {
    if (this.#refilling.has(bucket)) return
    const ahead = this.#unsigned(bucket, batchSize)
    if (ahead.length === 0) return
    this.#refilling.add(bucket)
    try {
      const outcome = await this.#options.sign(bucket, ahead)
      if (outcome.ok) this.#keep(bucket, ahead, outcome.data, 0)
    } finally {
      this.#refilling.delete(bucket)
    }
  }

  #unsigned(bucket: string, most: number): SmallFile[] {
    const found: SmallFile[] = []
    for (const file of this.#options.upcoming(bucket)) {
      if (found.length >= most) break
      if (!this.#ready.has(nameOf(bucket, file))) found.push(file)
    }
    return found
  }

  #keep(bucket: string, files: SmallFile[], signed: Signed, from: number) {
    files.forEach((file, index) => {
      this.#ready.set(nameOf(bucket, file), {
        url: signed.urls[from + index]!,
        expiresAt: signed.expires_at,
      })
    })
  }
}

function nameOf(bucket: string, { key, size }: SmallFile): string {
  return `${bucket}\n${size}\n${key}`
}
