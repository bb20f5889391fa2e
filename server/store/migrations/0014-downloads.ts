import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Selections of files that are about to be downloaded as one archive. */
export const downloads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('downloads')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .addColumn('selection', 'text', column => column.notNull())
      .addColumn('size', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('downloads_user').on('downloads').column('user_id').execute()
  },
}
