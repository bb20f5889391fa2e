export type Expiry = { kind: 'forever' } | { kind: 'left'; days: number } | { kind: 'over' }

/** Whether the time until `expireDate` is over at `now`, both unix seconds; 0 is for ever. */
export function isOver(expireDate: number, now: number): boolean {
  return expireDate !== 0 && expireDate <= now
}

/**
 * How long an account lasts: `expireDate` and `now` are unix seconds, an `expireDate` of 0 is for ever
 * (specification, section 9). Days are whole ones, rounded down: 0 is the last day.
 */
export function expiryOf(expireDate: number, now: number): Expiry {
  if (expireDate === 0) return { kind: 'forever' }
  const seconds = expireDate - now
  return seconds <= 0 ? { kind: 'over' } : { kind: 'left', days: Math.floor(seconds / 86_400) }
}
