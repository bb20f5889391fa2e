import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a topic's address said that it wants no more events. */
export const refusedTopics: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('topics').addColumn('refused_at', 'bigint').execute()
  },
}
