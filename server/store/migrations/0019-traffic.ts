import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { trafficColumns } from '../traffic-columns.ts'

/** Requests and bytes of each bucket by day and by month, kept permanently. */
export const traffic: Migration = {
  async up(db: Kysely<unknown>) {
    for (const span of ['day', 'month'] as const) {
      let table = db.schema
        .createTable(`traffic_${span}s`)
        .addColumn('account_id', 'text', column => column.notNull().references('accounts.id'))
        .addColumn(span, 'integer', column => column.notNull())
        .addColumn('bucket', 'text', column => column.notNull())
      for (const name of trafficColumns) {
        const split = /_error$/.test(name)
        table = table.addColumn(name, 'bigint', column => (split ? column : column.notNull()))
      }
      await table.addPrimaryKeyConstraint(`traffic_${span}s_key`, ['account_id', span, 'bucket']).execute()
    }
    await db.schema
      .alterTable('accounts')
      .addColumn('traffic_day', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  },
}
