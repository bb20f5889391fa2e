/** Time constant of the smoothing, in seconds. */
const smoothingTime = 4
/** A longer pause, in seconds, starts a new measurement. */
const maxGap = 3

/**
 * Bytes per second, smoothed exponentially. `time` is seconds of any monotonic clock; `sent` the bytes so far. A decrease
 * (a row was removed) counts as zero.
 */
export class SpeedMeter {
  #time: number | null = null
  #sent = 0
  #speed: number | null = null

  /** Records that `sent` bytes were sent at `time`. Returns the speed; null until it can be measured. */
  measure(time: number, sent: number): number | null {
    const elapsed = this.#time === null ? 0 : time - this.#time
    if (this.#time === null || elapsed > maxGap) {
      this.#speed = null
      this.#record(time, sent)
      return null
    }
    if (elapsed < 0.2) return this.#speed
    const current = Math.max(sent - this.#sent, 0) / elapsed
    const weight = 1 - Math.exp(-elapsed / smoothingTime)
    this.#speed = this.#speed === null ? current : this.#speed + (current - this.#speed) * weight
    this.#record(time, sent)
    return this.#speed
  }

  reset(): void {
    this.#time = null
    this.#speed = null
  }

  #record(time: number, sent: number) {
    this.#time = time
    this.#sent = sent
  }
}
