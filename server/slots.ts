import { Problem } from './errors/problem.ts'

/**
 * Limits work under way, of each owner and of all together. A call takes a slot, and gives what releases it, which may be
 * called again. TOO_MANY_REQUESTS where none is free.
 */
export function makeSlots({ each, all }: { each: number; all: number }): (owner: string) => () => void {
  const taken = new Map<string, number>()
  let sum = 0
  return owner => {
    const own = taken.get(owner) ?? 0
    if (own >= each || sum >= all) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: 10 })
    taken.set(owner, own + 1)
    sum += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      sum -= 1
      const left = taken.get(owner)! - 1
      if (left > 0) taken.set(owner, left)
      else taken.delete(owner)
    }
  }
}
