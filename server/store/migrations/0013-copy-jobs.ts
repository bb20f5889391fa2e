import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Columns for jobs that copy and move. */
export const copyJobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['source', 'target_bucket', 'target_key'])
      await db.schema.alterTable('jobs').addColumn(name, 'text').execute()
    await db.schema
      .alterTable('jobs')
      .addColumn('skipped', 'integer', column => column.notNull().defaultTo(sql.raw('0')))
      .execute()
    await db.schema.alterTable('jobs').addColumn('started_at', 'bigint').execute()
  },
}
