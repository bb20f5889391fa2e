import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Jobs distinguish their bucket from a later one of its name. Waiting jobs end: theirs is unknown. */
export const jobBuckets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('jobs')
      .addColumn('bucket_identity', 'text', column => column.notNull().defaultTo(''))
      .execute()
  },
}
