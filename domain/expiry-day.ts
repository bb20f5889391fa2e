import * as v from './valibot.ts'

/** No day chosen yet: neither empty, which means forever, nor a valid day. */
export const noDayYet = '-'

/** The last day, included, as `yyyy-MM-dd`; empty: forever. */
export const expiryDay = v.pipe(
  v.string(),
  v.notValue(noDayYet, 'required'),
  v.check(text => text === '' || isDay(text), 'date-invalid'),
)

/** Whether it is a calendar day, as `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(endOfDay(text)) === text
}

const two = (value: number) => String(value).padStart(2, '0')

/** The last second of the day `yyyy-MM-dd` in this machine's time zone, as unix seconds; 0 (forever) if empty. */
export function endOfDay(day: string): number {
  if (day === '') return 0
  const [year, month, date] = day.split('-').map(Number)
  return Math.floor(new Date(year!, month! - 1, date!, 23, 59, 59).getTime() / 1000)
}

/** Unix seconds as `yyyy-MM-dd` in this machine's time zone; empty for 0 (forever). */
export function dayOf(seconds: number): string {
  if (seconds === 0) return ''
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The expiry day of something new: none, today or later. */
export const comingDay = v.pipe(
  expiryDay,
  v.check(day => day === '' || endOfDay(day) * 1000 >= Date.now(), 'date-past'),
)
