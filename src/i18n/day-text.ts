import { isDay } from '../../domain/expiry-day.ts'
import { type Locale, languages } from '../../languages/languages.ts'

/**
 * The day, as `yyyy-MM-dd`, in a typed `text`; empty if it is none. Any separator, or none with eight digits; a year
 * may have two. The order is the locale's, or the only one that is a valid day.
 */
export function dayFrom(text: string, locale: Locale): string {
  const typed = text.trim()
  const iso = /^(\d{4})\D(\d{1,2})\D(\d{1,2})$/.exec(typed)
  if (iso) return valid(iso[1]!, iso[2]!, iso[3]!)
  const parts =
    /^(\d{1,2})\s*[\s./-]\s*(\d{1,2})\s*[\s./-]\s*(\d{4}|\d{2})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  if (!parts) return ''
  const [, first = '', second = '', year = ''] = parts
  const dayFirst = valid(year, second, first)
  const monthFirst = valid(year, first, second)
  return writesDayFirst(locale) ? dayFirst || monthFirst : monthFirst || dayFirst
}

function writesDayFirst(locale: Locale): boolean {
  const order = new Intl.DateTimeFormat(languages[locale].tag).formatToParts().map(({ type }) => type)
  return order.indexOf('day') < order.indexOf('month')
}

function valid(year: string, month: string, date: string): string {
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : ''
}
