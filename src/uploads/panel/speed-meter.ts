/** Seconds over which the speed is smoothed. */
const window = 4
/** A pause this long, in seconds, begins a new measurement. */
const longestGap = 3

/**
 * Bytes per second, smoothed exponentially. `time` is seconds of any steady clock; `sent` the bytes so far, of which a
 * decrease (a row was taken out) counts as none.
 */
export class SpeedMeter {
  #time: number | null = null
  #sent = 0
  #speed: number | null = null

  /** Takes note that `sent` bytes were there at `time`, and gives the speed; null while there is nothing to tell. */
  measure(time: number, sent: number): number | null {
    const elapsed = this.#time === null ? 0 : time - this.#time
    if (this.#time === null || elapsed > longestGap) {
      this.#speed = null
      this.#note(time, sent)
      return null
    }
    if (elapsed < 0.2) return this.#speed
    const now = Math.max(sent - this.#sent, 0) / elapsed
    const weight = 1 - Math.exp(-elapsed / window)
    this.#speed = this.#speed === null ? now : this.#speed + (now - this.#speed) * weight
    this.#note(time, sent)
    return this.#speed
  }

  /** Forgets what was measured. */
  reset(): void {
    this.#time = null
    this.#speed = null
  }

  #note(time: number, sent: number) {
    this.#time = time
    this.#sent = sent
  }
}
