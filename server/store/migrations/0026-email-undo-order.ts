import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The order of a user's changes, as a number: times are ambiguous within a second, and between two clocks. */
export const emailUndoOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('email_undos')
      .addColumn('position', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
    await sql`update email_undos set position = changed_at`.execute(db)
  },
}
