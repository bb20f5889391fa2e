import { basePartSize } from '../../../domain/limits.ts'

/** A request that ends within this, in ms, is short: it does not delay others. */
const shortMs = 250
/** Requests of at most `minShortBytes` always count as short, those of more than `maxShortBytes` never. */
const minShortBytes = 16 * 1024
const maxShortBytes = 1024 ** 2
/**
 * A long request faster than `fastMs` allows one more at once, one slower than `slowMs` one less; of a larger one, the
 * time of `basePartSize` counts.
 */
const fastMs = 3000
const slowMs = 8000

/** A request without progress for this long, in ms, counts as hung, once nothing of it can be under way any more. */
const idleMs = 30_000
/** Bytes per ms of the slowest line on which uploads go on: 128 kbit/s. */
const slowest = 16
/** What is under way may take so many times as long as this line has needed. */
const leeway = 4

/**
 * The capacity of the connection, learned from finished requests. A slow connection sends few long requests at once, so
 * that they finish one after the other and little is lost when they are stopped.
 */
export class Pace {
  #longAtOnce = 1
  #shortUpTo = minShortBytes
  /** Bytes per ms of one long request; 0 if unknown. */
  #rate = 0

  /** How many long requests may run at once. */
  get longAtOnce(): number {
    return this.#longAtOnce
  }

  /** Whether a request of `size` bytes is expected to be short. */
  isShort(size: number): boolean {
    return size <= this.#shortUpTo
  }

  /** Bytes that one long request is expected to send in `ms`, beside the others; 0 if unknown. */
  bytesIn(ms: number): number {
    return this.#rate * ms
  }

  /**
   * Ms without progress after which a request counts as hung. The `handedOver` bytes may still be in the buffers of the
   * system, or of a proxy that takes them faster than it passes them on: they get the time that the line needs for them.
   */
  patience(handedOver: number): number {
    const rate = this.#rate === 0 ? slowest : Math.max(this.#rate / leeway, slowest)
    return idleMs + handedOver / rate
  }

  /** Records that a request of `size` bytes took `ms`. `long`: it was started as a long one. */
  record(size: number, long: boolean, ms: number): void {
    const shortUpTo =
      ms > shortMs
        ? Math.min(this.#shortUpTo, size / 2)
        : Math.max(this.#shortUpTo, (size * shortMs) / Math.max(ms, 1))
    this.#shortUpTo = Math.min(Math.max(shortUpTo, minShortBytes), maxShortBytes)
    if (!long) return
    const before = this.#longAtOnce
    const unitMs = ms * Math.min(1, basePartSize / size)
    const change = unitMs < fastMs ? 1 : unitMs > slowMs ? -1 : 0
    this.#longAtOnce = Math.max(before + change, 2)
    const rate = size / Math.max(ms, 1)
    const smoothed = this.#rate === 0 ? rate : (this.#rate + rate) / 2
    this.#rate = (smoothed * before) / this.#longAtOnce
  }

  /** Starts over after a failed request: the connection may be a different one now. */
  recordFailure(): void {
    this.#longAtOnce = 1
    this.#shortUpTo = minShortBytes
    this.#rate = 0
  }
}
