import type { ApiResult } from '../../api/result.ts'

type Signed = { urls: string[]; expires_at: number }

type Options = {
  sign: (partNumbers: number[]) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
}

/** Addresses asked for in one call. */
const batchSize = 32
/** An address that ends sooner, in seconds, is signed anew. */
const leastLife = 60

/** Pre-signed addresses for the parts of one upload, a batch of those that come next in one call. */
export class PartUrls {
  readonly #options: Options
  readonly #numbers: readonly number[]
  readonly #ready = new Map<number, { url: string; expiresAt: number }>()
  #signing: Promise<ApiResult<Signed>> | null = null

  /** `numbers`: the parts that will be asked for, in that order. */
  constructor(numbers: readonly number[], options: Options) {
    this.#numbers = numbers
    this.#options = options
  }

  /** The address of a part; each is given once. */
  async take(number: number): Promise<ApiResult<string>> {
    const early = this.#ready.get(number)
    if (early && early.expiresAt - leastLife <= this.#options.now()) this.#ready.delete(number)
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
