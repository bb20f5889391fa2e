import { beforeBegin, version } from '../program.ts'
import { migrations } from './migrations/migrations.ts'

/**
 * A console's database beside this version: without tables, of an older one, of this, or one that it does not open, with
 * the reason.
 */
export type SchemaState =
  | { state: 'new' | 'older' | 'current' }
  | { state: 'foreign'; schema: string; why: string }

/** `executed`: the names of the migrations that have run. */
export function schemaOf(executed: readonly string[]): SchemaState {
  const schema = executed.find(name => !Object.hasOwn(migrations, name))
  if (schema !== undefined) {
    const isBefore = executed.includes(firstBefore)
    return { state: 'foreign', schema, why: isBefore ? beforeBegin : newer(schema) }
  }
  if (executed.length === 0) return { state: 'new' }
  return { state: executed.length < Object.keys(migrations).length ? 'older' : 'current' }
}

/** The first migration of the databases from before version 0.1.0. */
const firstBefore = '0001-accounts'

/** Says that a newer version wrote a database. */
export const newer = (schema: string): string =>
  `A newer version than ${version} has written the data (schema ${schema}). Start that one, or put the databases from before its upgrade back.`
