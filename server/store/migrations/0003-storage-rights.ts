import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How much of a user's and an account's rights has reached the storage: `rights` counts the changes, `rights_applied`
 * is the count that the storage has. `expired` is 1 once an expiry was handled.
 */
export const storageRights: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['users', 'accounts']) {
      for (const [name, type] of [
        ['rights', 'bigint'],
        ['rights_applied', 'bigint'],
        ['expired', 'integer'],
      ] as const) {
        await db.schema
          .alterTable(table)
          .addColumn(name, type, column => column.notNull().defaultTo(sql.raw('0')))
          .execute()
      }
    }
    await db.schema.createIndex('accounts_expiry').on('accounts').column('expire_date').execute()
  },
}
