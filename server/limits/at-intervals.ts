/**
 * ms between two checks whether something that takes long may go on: with the check itself, a right that is taken away
 * ends within five seconds.
 */
export const checkEvery = 2_000

/** ms between the looks of a timer that calls a check at intervals: at `checkEvery` it could miss every second one. */
export const lookEvery = 500

/** Calls `check` only where `checkEvery` ms have passed since the last time, or since now. */
export function atIntervals<Result>(check: () => Result): () => Result | undefined {
  let next = performance.now() + checkEvery
  return () => {
    const now = performance.now()
    if (now < next) return undefined
    next = now + checkEvery
    return check()
  }
}
