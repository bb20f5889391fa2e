/** The speed is measured over this time at most, in ms. */
const windowMs = 20_000
/** No speed before `leastMs` and `leastRequests`, or `enoughMs`, have passed: the first request shows delays, not speed. */
const leastMs = 2000
const leastRequests = 3
const enoughMs = 10_000
/** A request that is so many times as long as the others shows that the line has changed. */
const unusual = 3

type Ended = { start: number; end: number; bytes: number }

/**
 * The speed of all uploads by what the storage has acknowledged, not by what the browser has buffered. It covers the
 * time until the oldest request in flight began: of that time all bytes are known. Times in ms of any monotonic clock.
 */
export class SpeedMeter {
  #since: number | null = null
  readonly #inFlight = new Set<{ start: number }>()
  #ended: Ended[] = []

  /** Records that a request begins. Returns the function that records its end, with the bytes that are stored. */
  begin(start: number): (end: number, bytes: number) => void {
    this.#since ??= start
    const request = { start }
    this.#inFlight.add(request)
    return (end, bytes) => {
      this.#inFlight.delete(request)
      this.#ended.push({ start, end, bytes })
      const from = this.#knownUntil(end) - windowMs
      this.#ended = this.#ended.filter(other => other.end > from)
    }
  }

  /** Bytes per second; null while that is not known. */
  speed(now: number): number | null {
    const until = this.#knownUntil(now)
    const from = Math.max(this.#since ?? until, until - windowMs)
    if (until - from < leastMs) return null
    if (until - from < enoughMs && this.#ended.length < leastRequests) return null
    let bytes = 0
    let longest = leastMs
    for (const { start, end, bytes: size } of this.#ended) {
      const overlap = Math.min(end, until) - Math.max(start, from)
      if (overlap > 0) bytes += (size * overlap) / (end - start)
      longest = Math.max(longest, end - start)
    }
    return now - until > unusual * longest ? null : (bytes * 1000) / (until - from)
  }

  /** Begins a new measurement. */
  reset(): void {
    this.#since = null
    this.#ended = []
  }

  #knownUntil(now: number): number {
    let until = now
    for (const { start } of this.#inFlight) until = Math.min(until, start)
    return until
  }
}

/** The speed of all uploads of this page. */
export const uploadSpeed = new SpeedMeter()
