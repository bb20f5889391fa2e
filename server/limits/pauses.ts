import { setImmediate as nextTurn } from 'node:timers/promises'

/** To await in a long loop: once `ms` have passed since the last time, the rest of the process has a turn first. */
export function makePauses(ms = 10): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < ms) return undefined
    return nextTurn().then(() => {
      began = performance.now()
    })
  }
}
