import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mails waiting to be sent. */
export const mails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('mails')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('request', 'text', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('tries', 'integer', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('mails_due').on('mails').column('due_at').execute()
  },
}
