import { formatBytes } from '../../domain/bytes.ts'
import { type Locale, languages } from '../../languages/languages.ts'
import { useLanguage } from './text.ts'

export type Formats = {
  /** Between a number and its fraction. */
  decimalSign: string
  /** Bytes, base 1024, in the locale's number format. */
  bytes(bytes: number): string
  number(value: number): string
  /** 0 to 100 as a share: 12.3%. */
  percent(value: number): string
  /**
   * Unix seconds as yyyy-MM-dd, local time: the expiry date beside the quota on the dashboard, as specified; elsewhere
   * `date`.
   */
  isoDate(seconds: number): string
  /** Unix seconds as the locale's short date: M/d/yyyy in English, dd/MM/yyyy in Vietnamese. */
  date(seconds: number): string
  /** Unix seconds as short date and time. */
  dateTime(seconds: number): string
  /** The same to the second, for logs. */
  moment(seconds: number): string
}

const pad = (value: number) => String(value).padStart(2, '0')

/** The time of day: 3:05 PM in English, 15:05 in Vietnamese. */
export function clockOf(locale: Locale): Intl.DateTimeFormat {
  const { tag, time } = languages[locale]
  return new Intl.DateTimeFormat(tag, time)
}

export function formatsOf(locale: Locale): Formats {
  const { tag, date, time: clock } = languages[locale]
  const number = new Intl.NumberFormat(tag)
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const shortDate = new Intl.DateTimeFormat(tag, date)
  const time = clockOf(locale)
  const exactTime = new Intl.DateTimeFormat(tag, { ...clock, second: '2-digit' })
  const day = (seconds: number) => new Date(seconds * 1000)
  return {
    decimalSign: number.formatToParts(0.5).find(({ type }) => type === 'decimal')!.value,
    bytes: bytes => formatBytes(bytes, tag),
    number: value => number.format(value),
    percent: value => percent.format(value / 100),
    isoDate(seconds) {
      const date = day(seconds)
      return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
    },
    date: seconds => shortDate.format(day(seconds)),
    dateTime: seconds => `${shortDate.format(day(seconds))} ${time.format(day(seconds))}`,
    moment: seconds => `${shortDate.format(day(seconds))} ${exactTime.format(day(seconds))}`,
  }
}

const known = new Map<Locale, Formats>()

/** The formats of the user's language; the same object for every view, as creating one is expensive. */
export function useFormats(): Formats {
  const { locale } = useLanguage()
  const formats = known.get(locale) ?? formatsOf(locale)
  known.set(locale, formats)
  return formats
}
