import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type Tables = { bucket_grants: { desired_version: number } }

/** The embedded engine stores grants separately from the policies of buckets, so they are pushed again. */
export const grantsApart: Migration = {
  async up(db: Kysely<unknown>) {
    await (db as Kysely<Tables>)
      .updateTable('bucket_grants')
      .set(({ eb, ref }) => ({ desired_version: eb(ref('desired_version'), '+', 1) }))
      .execute()
  },
}
