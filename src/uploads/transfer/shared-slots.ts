import { type HeldLock, holdLock } from '../../api/web-lock.ts'

/**
 * Slots that all tabs of the origin share. Each is a Web Lock, so that the browser releases those of a closed tab.
 * Short requests may use any of the `count` slots, long ones only the first `longCount`.
 */
export class SharedSlots {
  readonly #long: readonly string[]
  /** All slots, the last released by this tab first. */
  #names: string[]
  readonly #held = new Set<string>()

  constructor(name: string, count: number, longCount: number) {
    const names = Array.from({ length: count }, (_, index) => `${name}_${index + 1}`)
    this.#long = names.slice(0, longCount)
    this.#names = names.toReversed()
  }

  /** Waits for a slot. Returns the function that releases it. Rejects with the signal's reason when it aborts. */
  async take(long: boolean, signal: AbortSignal): Promise<() => void> {
    const names = long ? this.#long : this.#names
    const slot = (await this.#tryFirst(names)) ?? (await firstOf(names, signal))
    this.#held.add(slot.name)
    const release = () => {
      this.#held.delete(slot.name)
      this.#names = [slot.name, ...this.#names.filter(name => name !== slot.name)]
      slot.release()
    }
    if (!signal.aborted) return release
    release()
    throw signal.reason
  }

  /** Enough when no other tab uploads. */
  async #tryFirst(names: readonly string[]): Promise<HeldLock | null> {
    const name = names.find(name => !this.#held.has(name))
    if (name === undefined) return null
    this.#held.add(name)
    const slot = await holdLock(name, { ifAvailable: true })
    if (!slot) this.#held.delete(name)
    return slot
  }
}

/** The first of the slots `names` that is released. */
async function firstOf(names: readonly string[], signal: AbortSignal): Promise<HeldLock> {
  const found = new AbortController()
  const until = AbortSignal.any([signal, found.signal])
  const requests = names.map(async name => {
    const slot = (await holdLock(name, { signal: until }))!
    if (found.signal.aborted) slot.release()
    else found.abort()
    return slot
  })
  try {
    return await Promise.any(requests)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
