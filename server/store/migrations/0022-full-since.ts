import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When an account's quota became full, in unix seconds; null: it has room. */
export const fullSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('full_since', 'bigint').execute()
  },
}
