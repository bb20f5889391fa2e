import type { ApiResult } from '../../api/result.ts'

type Signed = { urls: string[]; expires_at: number }

type Options = {
  sign: (partNumbers: number[]) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
}

/** URLs per call. */
export const partUrlsPerCall = 128
/** A URL with less time left, in seconds, is signed again. */
const minLifetime = 60

/** Pre-signed URLs for the parts of one upload, with those of the expected next parts in one call. */
export class PartUrls {
  readonly #options: Options
  readonly #ready = new Map<number, { url: string; expiresAt: number }>()
  #signing: Promise<ApiResult<Signed>> | null = null

  constructor(options: Options) {
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
