import * as v from 'valibot'

/** Where a form wants a day and none is chosen yet: not empty, as that is for ever, and no valid day. */
export const noDayYet = '-'

/** A day that something ends, as `yyyy-MM-dd`; empty: never. The day itself still counts. */
export const expiryDay = v.pipe(
  v.string(),
  v.notValue(noDayYet, 'required'),
  v.check(text => text === '' || isDay(text), 'date-invalid'),
)

/** Whether it is a day of the calendar as `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(endOfDay(text)) === text
}

const two = (value: number) => String(value).padStart(2, '0')

/** The last second of the day `yyyy-MM-dd` in this machine's time zone, as unix seconds; 0, for ever, where it is empty. */
export function endOfDay(day: string): number {
  if (day === '') return 0
  const [year, month, date] = day.split('-').map(Number)
  return Math.floor(new Date(year!, month! - 1, date!, 23, 59, 59).getTime() / 1000)
}

/** The day of unix seconds in this machine's time zone as `yyyy-MM-dd`; empty where they are 0, for ever. */
export function dayOf(seconds: number): string {
  if (seconds === 0) return ''
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A day that something new ends: none, or one that is not over yet. */
export const comingDay = v.pipe(
  expiryDay,
  v.check(day => day === '' || endOfDay(day) * 1000 >= Date.now(), 'date-past'),
)
