export type Pool = {
  /** Runs `work` once fewer than the pool's size are running; queued calls run in order. */
  use<T>(work: () => Promise<T>): Promise<T>
}

export function makePool(size: number): Pool {
  let free = size
  const waiting: (() => void)[] = []

  async function take(): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
  }

  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async use(work) {
      await take()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
