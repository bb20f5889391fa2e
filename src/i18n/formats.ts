import { formatBytes } from '../../domain/bytes.ts'
import type { Locale } from './locales.ts'
import { useLanguage } from './text.ts'

export type Formats = {
  /** Bytes, base 1024, in the locale's figures. */
  bytes(bytes: number): string
  number(value: number): string
  /** 0 to 100 as a share: 12.3%. */
  percent(value: number): string
  /** Unix seconds as yyyy-MM-dd, local time: the account's expiry date in the drawer, as specified; elsewhere `date`. */
  isoDate(seconds: number): string
  /** Unix seconds as the locale's short date: M/d/yyyy in English, dd/MM/yyyy in Vietnamese. */
  date(seconds: number): string
  /** Unix seconds as short date and time. */
  dateTime(seconds: number): string
}

const pad = (value: number) => String(value).padStart(2, '0')

/** The time of day: 3:05 PM in English, 15:05 in Vietnamese. */
export function clockOf(locale: Locale): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { hour: locale === 'vi' ? '2-digit' : 'numeric', minute: '2-digit' })
}

/** The formats of `locale`. */
export function formatsOf(locale: Locale): Formats {
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const shortDate = new Intl.DateTimeFormat(
    locale,
    locale === 'vi' ? { day: '2-digit', month: '2-digit', year: 'numeric' } : {},
  )
  const time = clockOf(locale)
  const day = (seconds: number) => new Date(seconds * 1000)
  return {
    bytes: bytes => formatBytes(bytes, locale),
    number: value => number.format(value),
    percent: value => percent.format(value / 100),
    isoDate(seconds) {
      const date = day(seconds)
      return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
    },
    date: seconds => shortDate.format(day(seconds)),
    dateTime: seconds => `${shortDate.format(day(seconds))} ${time.format(day(seconds))}`,
  }
}

const known = new Map<Locale, Formats>()

/** The formats of the user's language; the same object for every view, as making one is dear. */
export function useFormats(): Formats {
  const { locale } = useLanguage()
  const formats = known.get(locale) ?? formatsOf(locale)
  known.set(locale, formats)
  return formats
}
