import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Jobs, and what they could not do. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    const zero = sql.raw('0')
    await db.schema
      .createTable('jobs')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', column => column.notNull())
      .addColumn('visitor', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('bucket', 'text', column => column.notNull())
      .addColumn('input', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('live', 'text', column => column.unique())
      .addColumn('cancelling', 'integer', column => column.notNull().defaultTo(zero))
      .addColumn('cursor', 'text')
      .addColumn('done', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('failed', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('total', 'bigint')
      .addColumn('bytes', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('error', 'text')
      .addColumn('holder', 'text')
      .addColumn('lease_until', 'bigint', column => column.notNull().defaultTo(zero))
      .addColumn('tries', 'integer', column => column.notNull().defaultTo(zero))
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema.createIndex('jobs_of_account').on('jobs').columns(['account_id', 'created_at']).execute()
    await db.schema.createIndex('jobs_due').on('jobs').columns(['ended_at', 'lease_until']).execute()
    await db.schema
      .createTable('job_failures')
      .addColumn('job_id', 'text', column => column.notNull().references('jobs.id').onDelete('cascade'))
      .addColumn('number', 'integer', column => column.notNull())
      .addColumn('key', 'text', column => column.notNull())
      .addColumn('version_id', 'text')
      .addColumn('code', 'text', column => column.notNull())
      .addColumn('lock', 'text')
      .addColumn('until', 'bigint')
      .addPrimaryKeyConstraint('job_failures_key', ['job_id', 'number'])
      .execute()
  },
}
