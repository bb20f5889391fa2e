import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Browsers that a user has signed in with, wrong pins in a row, and the language of each user's mails. */
export const knownDevices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('devices')
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('last_used_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('devices_key', ['hash', 'user_id'])
      .execute()
    await db.schema.createIndex('devices_user').on('devices').column('user_id').execute()
    await db.schema
      .createTable('wrong_pins')
      .addColumn('user_id', 'text', column => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('count', 'integer', column => column.notNull())
      .addColumn('wait_until', 'bigint', column => column.notNull())
      .execute()
    await db.schema.alterTable('users').addColumn('locale', 'text').execute()
  },
}
