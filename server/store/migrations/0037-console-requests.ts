import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The console's own requests, apart from the others; null in rows from before, which have both together. */
export const consoleRequests: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['traffic_days', 'traffic_months'])
      for (const outcome of ['good', 'client_error', 'server_error'])
        await db.schema.alterTable(table).addColumn(`console_${outcome}`, 'bigint').execute()
  },
}
