import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Changes of email addresses: pending ones, which wait for the link mailed to the new address, and those that can be
 * undone.
 */
export const emailChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('hash', 'text', column => column.primaryKey())
        .addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('email', 'text', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
    await table('email_changes')
      .addColumn('origin', 'text', column => column.notNull())
      .addUniqueConstraint('email_changes_user', ['user_id'])
      .execute()
    await table('email_undos')
      .addColumn('changed_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('email_undos_user').on('email_undos').column('user_id').execute()
    await db.schema.createIndex('email_undos_email').on('email_undos').column('email').execute()
  },
}
