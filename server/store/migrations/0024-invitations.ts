import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Links by which new people set their first password; each has one at most, until they have a password. */
export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('invitations')
      .addColumn('user_id', 'text', column => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('hash', 'text', column => column.notNull().unique())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute()
  },
}
