import { useEffect, useState } from 'react'
import { type Locale, languages } from '../../languages/languages.ts'
import { clockOf } from '../i18n/formats.ts'

const minute = 60
const hour = 60 * minute
const dayLength = 24 * hour

type When = {
  /** `3 minutes ago`; null within a minute, and after more than a day. */
  ago: string | null
  /** Whether it is within a minute. */
  fresh: boolean
  /** The time of day: `14:05`. */
  clock: string
  /** Day, time with seconds and time zone. */
  exact: string
}

const formats = new Map<Locale, ReturnType<typeof make>>()

function make(locale: Locale) {
  const { tag } = languages[locale]
  return {
    relative: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
    clock: clockOf(locale),
    exact: new Intl.DateTimeFormat(tag, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }),
    day: new Intl.DateTimeFormat(tag, { dateStyle: 'full' }),
  }
}

function formatsOf(locale: Locale) {
  const known = formats.get(locale) ?? make(locale)
  formats.set(locale, known)
  return known
}

/** A moment in words: `at` and `now` in unix seconds, local time zone. */
export function whenOf(at: number, now: number, locale: Locale): When {
  const { relative, clock, exact } = formatsOf(locale)
  const ago = Math.max(0, now - at)
  const [count, unit] = ago < hour ? ([ago / minute, 'minute'] as const) : ([ago / hour, 'hour'] as const)
  return {
    ago: ago < minute || ago >= dayLength ? null : relative.format(-Math.floor(count), unit),
    fresh: ago < minute,
    clock: clock.format(at * 1000),
    exact: exact.format(at * 1000),
  }
}

/** The local day of a moment (unix seconds), in words; today and yesterday by their names. */
export function dayOf(at: number, now: number, locale: Locale): string {
  const { relative, day } = formatsOf(locale)
  const days = Math.round((midnight(now) - midnight(at)) / (dayLength * 1000))
  const text = days === 0 || days === 1 ? relative.format(-days, 'day') : day.format(at * 1000)
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

function midnight(seconds: number): number {
  return new Date(seconds * 1000).setHours(0, 0, 0, 0)
}

/** The current time in unix seconds, updated every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000))
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
