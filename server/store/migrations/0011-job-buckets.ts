import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Jobs know their bucket from a later one of its name. Those that wait end: theirs is not known. */
export const jobBuckets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('jobs')
      .addColumn('bucket_identity', 'text', column => column.notNull().defaultTo(''))
      .execute()
  },
}
