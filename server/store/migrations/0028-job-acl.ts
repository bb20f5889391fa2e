import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a job makes files public or private is listed with it. */
export const jobAcl: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('jobs').addColumn('acl', 'text').execute()
  },
}
