import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Requests that change something and have begun, so that none is done twice: a proxy may repeat one at another process. */
export const begunRequests: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('begun_requests')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('at', 'bigint', column => column.notNull())
      .execute()
  },
}
