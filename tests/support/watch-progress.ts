import { setTimeout as pause } from 'node:timers/promises'

/** ms between two looks at the page. */
const every = 100

/**
 * Follows the progress (in bytes; null: none is shown) that `read` gives, until `stop`, which returns how far it went back:
 * before the first `mark`, and after each.
 */
export function watchProgress(read: () => Promise<number | null>): { mark(): void; stop(): number[] } {
  const backs = [0]
  let highest = 0
  let last = 0
  let stopped = false

  async function follow(): Promise<void> {
    while (!stopped) {
      const shown = await read()
      if (shown !== null) {
        backs.push(Math.max(backs.pop()!, highest - shown))
        highest = Math.max(highest, shown)
        last = shown
      }
      await pause(every)
    }
  }
  void follow()

  return {
    mark() {
      highest = last
      backs.push(0)
    },
    stop() {
      stopped = true
      return backs
    },
  }
}
