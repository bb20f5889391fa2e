import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where Ceph RGW was told to send a topic's events (unknown for older ones), and when it was found otherwise. */
export const topicUpkeep: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('topics')
      .addColumn('inbox', 'text', column => column.defaultTo(sql.lit('')))
      .execute()
    await db.schema.alterTable('topics').addColumn('altered_at', 'bigint').execute()
  },
}
