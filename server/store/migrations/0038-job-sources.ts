import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How many files and folders a job is about, beside the key of the first. Of earlier jobs about several it is unknown: 0. */
export const jobSources: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('jobs')
      .addColumn('sources', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await (db as Kysely<{ jobs: { source: string | null; sources: number } }>)
      .updateTable('jobs')
      .set({ sources: 1 })
      .where('source', 'is not', null)
      .execute()
  },
}
