import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An event is stored once for all its deliveries. Those of before keep one each, with its whole body. */
export const eventsOnce: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('events')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('bucket', 'text', column => column.notNull())
      .addColumn('key', 'text', column => column.notNull())
      .addColumn('body', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
    await sql`insert into events (id, name, bucket, key, body, created_at)
      select id, event, bucket, key, body, created_at from deliveries`.execute(db)
    await db.schema
      .alterTable('deliveries')
      .addColumn('event_id', 'text', column => column.notNull().defaultTo(''))
      .execute()
    await db.schema.alterTable('deliveries').addColumn('configuration', 'text').execute()
    await sql`update deliveries set event_id = id`.execute(db)
    for (const name of ['event', 'bucket', 'key', 'body'])
      await db.schema.alterTable('deliveries').dropColumn(name).execute()
    await db.schema.createIndex('deliveries_event').on('deliveries').column('event_id').execute()
    await db.schema.createIndex('events_age').on('events').column('created_at').execute()
    await db.schema
      .alterTable('topics')
      .addColumn('opaque', 'text', column => column.notNull().defaultTo(''))
      .execute()
  },
}
