import { Problem } from '../errors/problem.ts'

/** The amount reserved by one owner. */
export type Share = {
  /** Adds `amount`; throws the refusal, without adding, beyond a limit and after the release. */
  take(amount: number): void
  /** Releases everything; may be called repeatedly. */
  release(): void
}

/** Limits a resource that is reserved, such as bytes of bodies in memory: for each owner, and in total. */
export function makeShares(limits: {
  each: number
  all: number
  refusal: () => Error
}): (owner: string) => Share {
  const owners = new Map<string, number>()
  let sum = 0

  return owner => {
    let taken = 0
    let released = false
    function add(amount: number): void {
      const held = (owners.get(owner) ?? 0) + amount
      sum += amount
      taken += amount
      if (held === 0) owners.delete(owner)
      else owners.set(owner, held)
    }
    return {
      take(amount) {
        const over = (owners.get(owner) ?? 0) + amount > limits.each || sum + amount > limits.all
        if (released || over) throw limits.refusal()
        add(amount)
      },
      release() {
        released = true
        add(-taken)
      },
    }
  }
}

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
