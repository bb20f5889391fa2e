import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Accounts take turns: when a job of an account last began or ended (unix ms), and whose events a mail lists. */
export const turns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('accounts')
      .addColumn('job_turn_at', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .execute()
    await db.schema.alterTable('mails').addColumn('events_of', 'text').execute()
  },
}
