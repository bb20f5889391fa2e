import { version } from '../program.ts'
import { migrations } from './migrations/migrations.ts'

/** A console's database beside this version: without tables, of an older one, of this, or with migrations unknown to it. */
export type SchemaState = { state: 'new' | 'older' | 'current' } | { state: 'newer'; unknown: string }

/** `executed`: the names of the migrations that have run. */
export function schemaOf(executed: readonly string[]): SchemaState {
  const unknown = executed.find(name => !Object.hasOwn(migrations, name))
  if (unknown !== undefined) return { state: 'newer', unknown }
  if (executed.length === 0) return { state: 'new' }
  return { state: executed.length < Object.keys(migrations).length ? 'older' : 'current' }
}

/** Says that a newer version wrote a database. */
export const newer = (schema: string): string =>
  `A newer version than ${version} has written the data (schema ${schema}). Start that one, or put the databases from before its upgrade back.`
