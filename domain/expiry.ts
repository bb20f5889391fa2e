type Expiry = { kind: 'forever' } | { kind: 'left'; days: number } | { kind: 'over' }

/** Both in unix seconds; an `expireDate` of 0 means forever. */
export function isOver(expireDate: number, now: number): boolean {
  return expireDate !== 0 && expireDate <= now
}

/**
 * `expireDate` and `now` in unix seconds; an `expireDate` of 0 means forever (specification, section 9). `days`: by the
 * calendar of this machine's time zone; 0 is the last day.
 */
export function expiryOf(expireDate: number, now: number): Expiry {
  if (expireDate === 0) return { kind: 'forever' }
  if (isOver(expireDate, now)) return { kind: 'over' }
  return { kind: 'left', days: dayNumber(expireDate) - dayNumber(now) }
}

/** Days from 1970 to the day of `seconds` in this machine's time zone. */
function dayNumber(seconds: number): number {
  const date = new Date(seconds * 1000)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}
