import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** S3 keys can expire. */
export const keyExpiry: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('access_keys')
      .addColumn('expire_date', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .execute()
  },
}
