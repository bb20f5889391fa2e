import type { VersionItem } from '../../../openapi/schema.ts'

type Version = Pick<VersionItem, 'version_id' | 'last_modified'>
type Text = (seconds: number) => string

/**
 * What each version of a list is called, by its ID, no two alike: its time to the minute; to the second where others are
 * of the same minute; with a number where even that is the same.
 */
export function versionTimes(
  versions: readonly Version[],
  { minute, second }: { minute: Text; second: Text },
): ReadonlyMap<string, string> {
  const named = (text: Text) =>
    versions.map(({ version_id, last_modified }) =>
      last_modified === null ? version_id : text(last_modified),
    )
  const exact = named(second)
  const names = named(minute).map((name, at, all) => (isAlone(all, name) ? name : exact[at]!))
  const seen = new Map<string, number>()
  return new Map(
    versions.map(({ version_id }, at) => {
      const name = names[at]!
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [version_id, isAlone(names, name) ? name : `${name} (${number})`]
    }),
  )
}

function isAlone(names: readonly string[], name: string): boolean {
  return names.indexOf(name) === names.lastIndexOf(name)
}
