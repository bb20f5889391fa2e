import { isDeepStrictEqual } from 'node:util'
import type { AuditDetail, AuditSettings } from '../../openapi/schema.ts'

type Settings = Extract<AuditDetail, { kind: 'settings' }>
type Values = Extract<AuditDetail, { kind: 'values' }>

export function changes(before: AuditSettings, after: AuditSettings): Settings | undefined {
  const changed = difference(null, before, after)
  return Object.keys(changed.after).length === 0 ? undefined : changed
}

export function difference(path: string | null, before: AuditSettings, after: AuditSettings): Settings {
  const names = Object.keys(after) as (keyof AuditSettings)[]
  const changed = names.filter(name => !isDeepStrictEqual(before[name], after[name]))
  const only = (settings: AuditSettings): AuditSettings =>
    Object.fromEntries(changed.map(name => [name, settings[name]]))
  return { kind: 'settings', path, before: only(before), after: only(after) }
}

export function valueChanges(
  path: string | null,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Values {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const value = (map: ReadonlyMap<string, string>, name: string) => map.get(name) ?? ''
  const values = names.map(name => ({ name, before: value(before, name), after: value(after, name) }))
  return { kind: 'values', path, values: values.filter(each => each.before !== each.after) }
}
