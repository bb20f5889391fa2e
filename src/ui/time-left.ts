import type { Text } from '../i18n/text.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds that `left` (bytes, files) will take at `speed` per second; null if unknown. */
export function timeLeft(left: number, speed: number | null): number | null {
  return speed === null || speed < 1 ? null : left / speed
}

/** Seconds in words, coarser the longer it takes, so that the text rarely changes. */
export function timeLeftText(t: Text, seconds: number): string {
  if (seconds < 50) return t('uploads.left.seconds', { count: Math.max(5, Math.ceil(seconds / 5) * 5) })
  if (seconds < 90 * minute) return t('uploads.left.minutes', { count: Math.ceil(seconds / minute) })
  if (seconds < 36 * hour) return t('uploads.left.hours', { count: Math.ceil(seconds / hour) })
  return t('uploads.left.days', { count: Math.ceil(seconds / day) })
}
