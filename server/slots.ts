import { Problem } from './errors/problem.ts'
import { makeShares } from './shares.ts'

/**
 * Limits work under way, of each owner and of all together. A call takes a slot, and gives what releases it, which may be
 * called again. TOO_MANY_REQUESTS where none is free.
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
