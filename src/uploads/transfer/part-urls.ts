import type { ApiResult } from '../../api/result.ts'

type Signed = { urls: string[]; expires_at: number }

type Options = {
  sign: (partNumbers: number[]) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
}

/** URLs per call. */
const batchSize = 32
/** A URL with less time left, in seconds, is signed again. */
const minLifetime = 60

/** Pre-signed URLs for the parts of one upload, a batch of the next ones per call. */
export class PartUrls {
  readonly #options: Options
  readonly #numbers: readonly number[]
  readonly #ready = new Map<number, { url: string; expiresAt: number }>()
  #signing: Promise<ApiResult<Signed>> | null = null

  /** `numbers`: the parts in the order of their requests. */
  constructor(numbers: readonly number[], options: Options) {
    this.#numbers = numbers
    this.#options = options
  }

  /** The URL of a part; each is returned once. */
  async take(number: number): Promise<ApiResult<string>> {
    const prefetched = this.#ready.get(number)
    if (prefetched && prefetched.expiresAt - minLifetime <= this.#options.now()) this.#ready.delete(number)
    for (;;) {
      const ready = this.#ready.get(number)
      if (ready) {
        this.#ready.delete(number)
        return { ok: true, data: ready.url }
      }
      const outcome = await this.#signFrom(number)
      if (!outcome.ok) return outcome
    }
  }

  #signFrom(number: number): Promise<ApiResult<Signed>> {
    this.#signing ??= this.#sign(number).finally(() => {
      this.#signing = null
    })
    return this.#signing
  }

  async #sign(number: number): Promise<ApiResult<Signed>> {
    const from = this.#numbers.indexOf(number)
    const numbers = this.#numbers.slice(from, from + batchSize)
    const outcome = await this.#options.sign(numbers)
    if (outcome.ok) {
      numbers.forEach((part, index) => {
        this.#ready.set(part, { url: outcome.data.urls[index]!, expiresAt: outcome.data.expires_at })
      })
    }
    return outcome
  }
}
