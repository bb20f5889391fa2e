import { useMemo } from 'react'
import { languages } from '../../../../languages/languages.ts'
import type { VersionItem } from '../../../../openapi/schema.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useLanguage } from '../../../i18n/text.ts'

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

type Version = Pick<VersionItem, 'version_id' | 'last_modified'>
type Text = (seconds: number) => string

/**
 * A unique label for each version of a list, by id: its time to the minute; to the second when others are of the same
 * minute; with a number when even that is the same.
 */
export function versionTimes(
  versions: readonly Version[],
  { minute, second }: { minute: Text; second: Text },
): ReadonlyMap<string, string> {
  const labels = (text: Text) =>
    versions.map(({ version_id, last_modified }) =>
      last_modified === null ? version_id : text(last_modified),
    )
  const withSeconds = labels(second)
  const names = labels(minute).map((name, at, all) => (isUnique(all, name) ? name : withSeconds[at]!))
  const seen = new Map<string, number>()
  return new Map(
    versions.map(({ version_id }, at) => {
      const name = names[at]!
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [version_id, isUnique(names, name) ? name : `${name} (${number})`]
    }),
  )
}

function isUnique(names: readonly string[], name: string): boolean {
  return names.indexOf(name) === names.lastIndexOf(name)
}
