/** What one owner holds. */
export type Share = {
  /** Adds `amount`; throws the refusal, with nothing added, beyond a limit and after the release. */
  take(amount: number): void
  /** Gives everything back; may be called again. */
  release(): void
}

/** Limits what is held at once, such as bytes of bodies in memory: by each owner, and by all together. */
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
