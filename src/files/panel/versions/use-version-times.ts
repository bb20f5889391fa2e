import { useMemo } from 'react'
import { languages } from '../../../../languages/languages.ts'
import type { VersionItem } from '../../../../openapi/schema.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useLanguage } from '../../../i18n/text.ts'
import { versionTimes } from './version-times.ts'

/** The label of each version, by id, in the user's language. */
export function useVersionTimes(versions: readonly VersionItem[]): ReadonlyMap<string, string> {
  const { locale } = useLanguage()
  const format = useFormats()
  return useMemo(() => {
    const { tag, time } = languages[locale]
    const clock = new Intl.DateTimeFormat(tag, { ...time, second: '2-digit' })
    const second = (seconds: number) => `${format.date(seconds)} ${clock.format(seconds * 1000)}`
    return versionTimes(versions, { minute: format.dateTime, second })
  }, [versions, format, locale])
}
