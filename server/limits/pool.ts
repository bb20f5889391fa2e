export type Pool = {
  /**
   * Runs `work` once fewer than the pool's size are running. Of those that wait, the owner with the fewest running is next,
   * then the one whose last call ended the longest ago; calls of one owner run in order.
   */
  use<T>(owner: string, work: () => Promise<T>): Promise<T>
}

export function makePool(size: number): Pool {
  let free = size
  const running = new Map<string, number>()
  /** Owners who wait, the last one whose call has ended last. */
  const waiting = new Map<string, (() => void)[]>()

  function count(owner: string, more: number): void {
    const now = (running.get(owner) ?? 0) + more
    if (now === 0) running.delete(owner)
    else running.set(owner, now)
  }

  async function take(owner: string): Promise<void> {
    if (free > 0) {
      free -= 1
      count(owner, 1)
      return
    }
    await new Promise<void>(resolve => {
      const queue = waiting.get(owner) ?? []
      queue.push(resolve)
      waiting.set(owner, queue)
    })
  }

  function next(): string | undefined {
    let best: string | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const owner of waiting.keys()) {
      const has = running.get(owner) ?? 0
      if (has < fewest) [best, fewest] = [owner, has]
    }
    return best
  }

  function release(owner: string): void {
    count(owner, -1)
    const own = waiting.get(owner)
    if (own) {
      waiting.delete(owner)
      waiting.set(owner, own)
    }
    const chosen = next()
    if (chosen === undefined) {
      free += 1
      return
    }
    const queue = waiting.get(chosen)!
    const begin = queue.shift()!
    if (queue.length === 0) waiting.delete(chosen)
    count(chosen, 1)
    begin()
  }

  return {
    async use(owner, work) {
      await take(owner)
      try {
        return await work()
      } finally {
        release(owner)
      }
    },
  }
}
