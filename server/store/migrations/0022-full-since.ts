import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Since when an account's quota has no room left; unix seconds, null: it has room. */
export const fullSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('full_since', 'bigint').execute()
  },
}
