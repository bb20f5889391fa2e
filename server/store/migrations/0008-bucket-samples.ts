import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Daily samples of each bucket's contents. */
export const bucketSamples: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('bucket_samples')
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('bucket', 'text', column => column.notNull())
      .addColumn('day', 'integer', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('bytes', 'bigint', column => column.notNull())
      .addColumn('objects', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('bucket_samples_key', ['account_id', 'bucket', 'day'])
      .execute()
    await db.schema
      .createIndex('bucket_samples_day')
      .on('bucket_samples')
      .columns(['account_id', 'day'])
      .execute()
    await db.schema
      .alterTable('accounts')
      .addColumn('sampled_day', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  },
}
