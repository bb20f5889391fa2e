import { randomInt } from 'node:crypto'

/** Work that goes on after the answer, so that nobody can tell from the answer what it was. */
export type Later = {
  /** Begins `work` within half a second, at a moment that says nothing. What it throws goes to `failed`. */
  add(work: () => Promise<void>): void
  /** Begins what waits, and lets all of it end. */
  close(): Promise<void>
}

const soonest = 50
const latest = 500

/** `failed` is told of errors. */
export function makeLater(failed: (error: unknown) => void): Later {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  const running = new Set<Promise<void>>()

  function begin(work: () => Promise<void>): void {
    const run = work()
      .catch(failed)
      .finally(() => running.delete(run))
    running.add(run)
  }

  return {
    add(work) {
      const timer = setTimeout(
        () => {
          waiting.delete(timer)
          begin(work)
        },
        randomInt(soonest, latest),
      )
      waiting.set(timer, () => begin(work))
    },
    async close() {
      for (const [timer, start] of waiting) {
        clearTimeout(timer)
        start()
      }
      waiting.clear()
      await Promise.all(running)
    },
  }
}
