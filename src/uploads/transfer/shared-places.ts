import { type HeldLock, holdLock } from '../web-lock.ts'

/**
 * Places that all tabs of the origin share, each a Web Lock, so that a tab that is closed gives its places back. Of
 * `count` places short requests may take all, long ones the first `longCount`.
 */
export class SharedPlaces {
  readonly #long: readonly string[]
  /** All places, those that this tab gave back last in front. */
  #places: string[]
  readonly #mine = new Set<string>()

  constructor(name: string, count: number, longCount: number) {
    const names = Array.from({ length: count }, (_, index) => `${name}_${index + 1}`)
    this.#long = names.slice(0, longCount)
    this.#places = names.toReversed()
  }

  /** Waits for a place, and gives the function that frees it. Rejects with the signal's reason when it aborts. */
  async take(long: boolean, signal: AbortSignal): Promise<() => void> {
    const names = long ? this.#long : this.#places
    const place = (await this.#tryFirst(names)) ?? (await firstOf(names, signal))
    this.#mine.add(place.name)
    const free = () => {
      this.#mine.delete(place.name)
      this.#places = [place.name, ...this.#places.filter(name => name !== place.name)]
      place.free()
    }
    if (!signal.aborted) return free
    free()
    throw signal.reason
  }

  /** One question to the browser suffices where no other tab uploads. */
  async #tryFirst(names: readonly string[]): Promise<HeldLock | null> {
    const name = names.find(name => !this.#mine.has(name))
    if (name === undefined) return null
    this.#mine.add(name)
    const place = await holdLock(name, { ifAvailable: true })
    if (!place) this.#mine.delete(name)
    return place
  }
}

/** The first of the places `names` that anybody frees. */
async function firstOf(names: readonly string[], signal: AbortSignal): Promise<HeldLock> {
  const found = new AbortController()
  const until = AbortSignal.any([signal, found.signal])
  const asked = names.map(async name => {
    const place = (await holdLock(name, { signal: until }))!
    if (found.signal.aborted) place.free()
    else found.abort()
    return place
  })
  try {
    return await Promise.any(asked)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
