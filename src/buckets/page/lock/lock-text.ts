import { languages } from '../../../../languages/languages.ts'
import { type Text, useLanguage, useText } from '../../../i18n/text.ts'
import type { ObjectLock } from '../setting/lock-calls.ts'

/** The day, in words, until which a file uploaded today is locked. */
export function useLockedUntil(): (time: { days: number | null; years: number | null }) => string {
  const { locale } = useLanguage()
  const format = new Intl.DateTimeFormat(languages[locale].tag, { dateStyle: 'long' })
  return ({ days, years }) => {
    const date = new Date()
    date.setDate(date.getDate() + (days ?? 0))
    date.setFullYear(date.getFullYear() + (years ?? 0))
    return format.format(date)
  }
}

function timeText(t: Text, { days, years }: Pick<ObjectLock, 'days' | 'years'>): string {
  return days === null ? t('lock.years.count', { count: years ?? 0 }) : t('lock.days.count', { count: days })
}

export function useLockText(): (lock: ObjectLock) => string {
  const t = useText()
  const until = useLockedUntil()
  return lock =>
    lock.mode === null
      ? `${t(lock.enabled ? 'lock.state.on' : 'lock.state.off')}. ${t('lock.none')}`
      : t('lock.says', { mode: t(`lock.mode.${lock.mode}`), time: timeText(t, lock), date: until(lock) })
}
