import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Topics of bucket notifications, their undelivered events, and the result of each attempt. */
export const topics: Migration = {
  async up(db: Kysely<unknown>) {
    const zero = sql.raw('0')
    await db.schema
      .createTable('topics')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('stamp', 'text', column => column.notNull())
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('group_id', 'text', column =>
        column.references('notification_groups.id').onDelete('set null'),
      )
      .addColumn('secret', 'text', column => column.notNull())
      .addColumn('old_secret', 'text')
      .addColumn('old_secret_until', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('paused', 'integer', column => column.notNull().defaultTo(zero))
      .addColumn('last_number', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('lost', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('failures', 'integer', column => column.notNull().defaultTo(zero))
      .addColumn('failing_since', 'bigint')
      .addColumn('retry_at', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('holder', 'text')
      .addColumn('lease_until', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('topics_name', ['account_id', 'name'])
      .execute()
    await db.schema
      .createTable('deliveries')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('topic_id', 'text', column => column.notNull().references('topics.id').onDelete('cascade'))
      .addColumn('number', 'bigint', column => column.notNull())
      .addColumn('line', 'text', column => column.notNull())
      .addColumn('event', 'text', column => column.notNull())
      .addColumn('bucket', 'text', column => column.notNull())
      .addColumn('key', 'text', column => column.notNull())
      .addColumn('body', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('head', 'integer', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('tries', 'integer', column => column.notNull().defaultTo(zero))
      .addColumn('status', 'integer')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('deliveries_log')
      .on('deliveries')
      .columns(['topic_id', 'state', 'number'])
      .execute()
    await db.schema
      .createIndex('deliveries_number')
      .on('deliveries')
      .columns(['topic_id', 'number'])
      .execute()
    await sql`create index deliveries_due on deliveries (topic_id, due_at) where state = 'pending' and head = 1`.execute(
      db,
    )
    await sql`create index deliveries_line on deliveries (topic_id, line, number) where state = 'pending'`.execute(
      db,
    )
    await sql`create index deliveries_ended on deliveries (ended_at) where ended_at is not null`.execute(db)
    await db.schema
      .createTable('delivery_attempts')
      .addColumn('delivery_id', 'text', column =>
        column.notNull().references('deliveries.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('ms', 'integer', column => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('problem', 'text')
      .addColumn('answer', 'text', column => column.notNull())
      .addColumn('next_at', 'bigint')
      .addPrimaryKeyConstraint('delivery_attempts_key', ['delivery_id', 'number'])
      .execute()
  },
}
