import { migrationsIn } from './migrations/executed.ts'
import type { Database } from './open.ts'
import { schemaOf } from './schema-state.ts'

/**
 * A sentence if a process of a newer version has migrated the database: this program does not know what it would write
 * to; else null.
 */
export async function newerSchema(db: Database): Promise<string | null> {
  const schema = schemaOf(await migrationsIn(db))
  return schema.state === 'foreign' ? schema.why : null
}
