import type { Migration } from 'kysely/migration'

export const subUserGroups: Migration = {
  async up(db) {
    await db.schema
      .createTable('sub_user_groups')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('permission', 'text', column => column.notNull())
      .addColumn('scope', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('sub_user_groups_name', ['account_id', 'name'])
      .execute()
    await db.schema
      .alterTable('users')
      .addColumn('group_id', 'text', column => column.references('sub_user_groups.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('users_group').on('users').column('group_id').execute()
  },
}
