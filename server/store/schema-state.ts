import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
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

/** The names of the migrations that have run. */
export async function migrationsIn<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * A sentence if a process of a newer version has migrated the database: this program does not know what it would write
 * to; else null.
 */
export async function newerSchema<Tables>(db: Kysely<Tables>): Promise<string | null> {
  const schema = schemaOf(await migrationsIn(db))
  return schema.state === 'foreign' ? schema.why : null
}
