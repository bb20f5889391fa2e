import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** S3 keys can have fewer rights than their users. */
export const keyLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('access_keys').addColumn('permission', 'text').execute()
    await db.schema.alterTable('access_keys').addColumn('scope', 'text').execute()
  },
}
