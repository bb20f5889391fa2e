type Waiting = { owner: object; long: boolean; grant: () => void }

/**
 * The places for upload requests, shared over files and parts: a free place goes to the file that holds the fewest,
 * and among those to the one that has waited longest.
 */
export class RequestPool {
  readonly #limit: number
  readonly #longLimit: () => number
  readonly #held = new Map<object, number>()
  #waiting: Waiting[] = []
  #taken = 0
  #takenByLong = 0

  /** `limit` requests at once, of which `longLimit` may be long ones. */
  constructor(limit: number, longLimit: () => number = () => limit) {
    this.#limit = limit
    this.#longLimit = longLimit
  }

  /**
   * Waits for a place for `owner` (a file) and gives the function that frees it. `long`: the request may take more
   * than a moment. Rejects with the signal's reason when it aborts first.
   */
  acquire(owner: object, long: boolean, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const leave = () => {
        this.#waiting = this.#waiting.filter(other => other !== waiting)
        reject(signal.reason)
      }
      const waiting: Waiting = {
        owner,
        long,
        grant: () => {
          signal.removeEventListener('abort', leave)
          resolve(this.#take(owner, long))
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#grantAll()
    })
  }

  #take(owner: object, long: boolean): () => void {
    let freed = false
    return () => {
      if (freed) return
      freed = true
      const left = this.#held.get(owner)! - 1
      if (left === 0) this.#held.delete(owner)
      else this.#held.set(owner, left)
      this.#taken--
      if (long) this.#takenByLong--
      this.#grantAll()
    }
  }

  #grantAll() {
    while (this.#taken < this.#limit) {
      const next = this.#next()
      if (!next) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#held.set(next.owner, (this.#held.get(next.owner) ?? 0) + 1)
      this.#taken++
      if (next.long) this.#takenByLong++
      next.grant()
    }
  }

  #next(): Waiting | null {
    const longIsFull = this.#takenByLong >= this.#longLimit()
    let best: Waiting | null = null
    let fewest = Number.POSITIVE_INFINITY
    for (const waiting of this.#waiting) {
      if (waiting.long && longIsFull) continue
      const held = this.#held.get(waiting.owner) ?? 0
      if (held < fewest) {
        best = waiting
        fewest = held
      }
    }
    return best
  }
}
