export type Expiry = { kind: 'forever' } | { kind: 'left'; days: number } | { kind: 'over' }

/** Both in unix seconds; an `expireDate` of 0 means forever. */
export function isOver(expireDate: number, now: number): boolean {
  return expireDate !== 0 && expireDate <= now
}

/**
 * `expireDate` and `now` in unix seconds; an `expireDate` of 0 means forever (specification, section 9). Whole days,
 * rounded down: 0 is the last day.
 */
export function expiryOf(expireDate: number, now: number): Expiry {
  if (expireDate === 0) return { kind: 'forever' }
  const seconds = expireDate - now
  return seconds <= 0 ? { kind: 'over' } : { kind: 'left', days: Math.floor(seconds / 86_400) }
}
