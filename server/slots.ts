import { Problem } from './errors/problem.ts'
import { makeShares } from './shares.ts'

/**
 * Limits concurrent work, for each owner and in total. A call reserves a slot, and returns a function that releases it
 * and may be called repeatedly. TOO_MANY_REQUESTS if none is free.
 */
export function makeSlots(limits: { each: number; all: number }): (owner: string) => () => void {
  const shares = makeShares({
    ...limits,
    refusal: () => new Problem('TOO_MANY_REQUESTS', { retryAfter: 10 }),
  })
  return owner => {
    const slot = shares(owner)
    slot.take(1)
    return slot.release
  }
}
