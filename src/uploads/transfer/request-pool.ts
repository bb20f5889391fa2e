type Waiting = {
  owner: object
  long: boolean
  signal: AbortSignal
  grant: (release: () => void) => void
  fail: (reason: unknown) => void
}

/** Maximum requests at once, and maximum long ones of them. */
export type PoolLimits = { all: number; long: number }

type Options = {
  limits: () => PoolLimits
  /** Waits for a slot among those of all tabs. Returns the function that releases it. */
  share?: (long: boolean, signal: AbortSignal) => Promise<() => void>
}

const noSharing = async () => () => undefined

/**
 * The slots for upload requests, shared by files and parts: a free slot goes to the file that holds the fewest, and of
 * several, to the one that has waited longest.
 */
export class RequestPool {
  readonly #limits: () => PoolLimits
  readonly #share: NonNullable<Options['share']>
  readonly #held = new Map<object, number>()
  #waiting: Waiting[] = []
  #inUse = 0
  #longInUse = 0

  constructor({ limits, share = noSharing }: Options) {
    this.#limits = limits
    this.#share = share
  }

  /**
   * Waits for a slot for `owner` (a file). Returns the function that releases it. `long`: the request may take long.
   * Rejects with the signal's reason when it aborts first.
   */
  acquire(owner: object, long: boolean, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const onAbort = () => {
        this.#waiting = this.#waiting.filter(other => other !== waiting)
        reject(signal.reason)
      }
      const waiting: Waiting = {
        ...{ owner, long, signal, fail: reject },
        grant: release => {
          signal.removeEventListener('abort', onAbort)
          resolve(release)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiting)
      this.#grantAll()
    })
  }

  #take({ owner, long }: Waiting): () => void {
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
    this.#inUse++
    if (long) this.#longInUse++
    let released = false
    return () => {
      if (released) return
      released = true
      const left = this.#held.get(owner)! - 1
      if (left === 0) this.#held.delete(owner)
      else this.#held.set(owner, left)
      this.#inUse--
      if (long) this.#longInUse--
      this.#grantAll()
    }
  }

  #grantAll() {
    while (this.#inUse < this.#limits().all) {
      const next = this.#next()
      if (!next) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      void this.#grant(next, this.#take(next))
    }
  }

  async #grant({ long, signal, grant, fail }: Waiting, release: () => void) {
    try {
      const releaseShared = await this.#share(long, signal)
      const releaseBoth = () => {
        releaseShared()
        release()
      }
      if (signal.aborted) releaseBoth()
      else grant(releaseBoth)
    } catch (error) {
      release()
      fail(error)
    }
  }

  #next(): Waiting | null {
    const longIsFull = this.#longInUse >= this.#limits().long
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
