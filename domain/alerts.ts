/** Kinds of alerts that the notification groups of an account can receive. */
export const alertKinds = ['quota', 'expiry'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Alert thresholds: percent of the quota, and days before the expiry; the most urgent last. */
export const thresholds = { quota: [80, 95, 100], expiry: [30, 7, 1] } as const satisfies Record<
  AlertKind,
  readonly number[]
>

/**
 * Percent by which usage must drop below a threshold before it can alert again: usage that fluctuates around it would
 * alert each time.
 */
const margin = 1

/**
 * The threshold that the use of a quota has reached; 0: none. `counted`: bytes that count against it; `full`: it has no room
 * for anything. `before`: the threshold until now.
 */
export function quotaThreshold(
  { counted, quota, full }: { counted: number; quota: number | null; full: boolean },
  before: number,
): number {
  if (quota === null) return 0
  const percent = full || quota === 0 ? 100 : (counted / quota) * 100
  const isReached = (threshold: number) =>
    percent >= threshold || (threshold <= before && percent > threshold - margin)
  return thresholds.quota.findLast(isReached) ?? 0
}

/** The threshold that an expiry has reached; 0: none, or it is over. Times in unix seconds; 0: never. */
export function expiryThreshold(expireDate: number, now: number): number {
  const days = (expireDate - now) / 86_400
  if (expireDate === 0 || days <= 0) return 0
  return thresholds.expiry.findLast(threshold => days <= threshold) ?? 0
}

/** Whether a threshold is more urgent than the one before. */
export function isWorse(kind: AlertKind, threshold: number, before: number): boolean {
  const urgency = (each: number) => (thresholds[kind] as readonly number[]).indexOf(each)
  return urgency(threshold) > urgency(before)
}
