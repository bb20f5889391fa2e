import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Scopes of sub-users, and how far the policy of each bucket is in step with them. */
export const scopes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('scope', 'text').execute()
    await db.schema
      .createTable('bucket_grants')
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('bucket', 'text', column => column.notNull())
      .addColumn('desired_version', 'bigint', column => column.notNull())
      .addColumn('applied_version', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .addPrimaryKeyConstraint('bucket_grants_key', ['account_id', 'bucket'])
      .execute()
  },
}
