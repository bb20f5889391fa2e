import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counts of a topic's events beside it, so that no page, event or metric counts rows; what is deleted in steps. */
export const topicCounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['pending', 'delivered', 'failed', 'gone', 'renewed_at'])
      await db.schema
        .alterTable('topics')
        .addColumn(name, 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
        .execute()
    for (const state of ['pending', 'delivered', 'failed'])
      await sql`update topics set ${sql.ref(state)} = (select count(*) from deliveries
        where deliveries.topic_id = topics.id and deliveries.state = ${sql.lit(state)})`.execute(db)
    // The storage learns who may have notifications.
    await sql`update storage_users set desired_version = desired_version + 1`.execute(db)
    await db.schema.createIndex('mails_turns').on('mails').columns(['events_of', 'due_at', 'id']).execute()
  },
}
