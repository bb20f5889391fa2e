/** A request that is over within this, in ms, holds up nothing that waits behind it. */
const moment = 250
/** Requests with at most so many bytes count as short on every line, and none with more than `shortAtMost` does. */
const shortAtLeast = 16 * 1024
const shortAtMost = 1024 ** 2
/** Long requests that end sooner than this, in ms, let one more be under way; those that last longer, one less. */
const quick = 3000
const slow = 8000

/**
 * What the line takes, learned from the requests that have ended. On a slow line few long requests share it, so that
 * they finish one after the other and little is lost when they are stopped.
 */
export class Pace {
  #longAtOnce = 1
  #shortUpTo = shortAtLeast

  /** How many long requests may be under way. */
  get longAtOnce(): number {
    return this.#longAtOnce
  }

  /** Whether a request of `size` bytes is expected to be over in a moment. */
  isShort(size: number): boolean {
    return size <= this.#shortUpTo
  }

  /** Takes note that a request of `size` bytes, begun as `long` or not, took `ms`. */
  note(size: number, long: boolean, ms: number): void {
    const shortUpTo =
      ms > moment
        ? Math.min(this.#shortUpTo, size / 2)
        : Math.max(this.#shortUpTo, (size * moment) / Math.max(ms, 1))
    this.#shortUpTo = Math.min(Math.max(shortUpTo, shortAtLeast), shortAtMost)
    if (!long) return
    const more = ms < quick ? 1 : ms > slow ? -1 : 0
    this.#longAtOnce = Math.max(this.#longAtOnce + more, 2)
  }

  /** A request failed: the line may be another one now. */
  noteFailure(): void {
    this.#longAtOnce = 1
    this.#shortUpTo = shortAtLeast
  }
}
