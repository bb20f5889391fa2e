import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Alerts of accounts, and which of them each group receives: existing ones, all. `quota_alert` and `expiry_alert`: the
 * last threshold seen.
 */
export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('notification_groups')
      .addColumn('alerts', 'text', column => column.notNull().defaultTo(sql.lit('["quota","expiry"]')))
      .execute()
    for (const name of ['quota_alert', 'expiry_alert', 'alerts_checked_at']) {
      await db.schema
        .alterTable('accounts')
        .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
        .execute()
    }
    await db.schema
      .createTable('alerts')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('threshold', 'integer', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('used', 'bigint')
      .addColumn('total', 'bigint')
      .addColumn('expire_date', 'bigint')
      .addColumn('emails', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('alerts_account').on('alerts').columns(['account_id', 'at']).execute()
  },
}
