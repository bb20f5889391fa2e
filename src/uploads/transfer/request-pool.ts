type Waiting = {
  owner: object
  long: boolean
  signal: AbortSignal
  grant: (free: () => void) => void
  fail: (reason: unknown) => void
}

/** Most requests at once, and most long ones of them. */
export type PoolLimits = { all: number; long: number }

type Options = {
  limits: () => PoolLimits
  /** Waits for a place among those of all tabs, and gives the function that frees it. */
  share?: (long: boolean, signal: AbortSignal) => Promise<() => void>
}

const alone = async () => () => undefined

/**
 * The places for upload requests, shared over files and parts: a free place goes to the file that holds the fewest,
 * and among those to the one that has waited longest.
 */
export class RequestPool {
  readonly #limits: () => PoolLimits
  readonly #share: NonNullable<Options['share']>
  readonly #held = new Map<object, number>()
  #waiting: Waiting[] = []
  #taken = 0
  #takenByLong = 0

  constructor({ limits, share = alone }: Options) {
    this.#limits = limits
    this.#share = share
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
        ...{ owner, long, signal, fail: reject },
        grant: free => {
          signal.removeEventListener('abort', leave)
          resolve(free)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#grantAll()
    })
  }

  #take({ owner, long }: Waiting): () => void {
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
    this.#taken++
    if (long) this.#takenByLong++
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
    while (this.#taken < this.#limits().all) {
      const next = this.#next()
      if (!next) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      void this.#grant(next, this.#take(next))
    }
  }

  async #grant({ long, signal, grant, fail }: Waiting, free: () => void) {
    try {
      const freeShared = await this.#share(long, signal)
      const freeBoth = () => {
        freeShared()
        free()
      }
      if (signal.aborted) freeBoth()
      else grant(freeBoth)
    } catch (error) {
      free()
      fail(error)
    }
  }

  #next(): Waiting | null {
    const longIsFull = this.#takenByLong >= this.#limits().long
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
