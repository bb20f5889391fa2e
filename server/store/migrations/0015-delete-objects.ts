import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type Tables = { jobs: { id: string; kind: string; bucket: string; input: string; cursor: string | null } }

/** Jobs that delete a folder become jobs that delete any selection; live ones start over. */
export const deleteObjects: Migration = {
  async up(db: Kysely<unknown>) {
    const tables = db as Kysely<Tables>
    const jobs = await tables
      .selectFrom('jobs')
      .select(['id', 'bucket', 'input'])
      .where('kind', '=', 'delete-folder')
      .execute()
    for (const { id, bucket, input } of jobs) {
      const { folder } = JSON.parse(input) as { folder: string }
      await tables
        .updateTable('jobs')
        .set({ kind: 'delete-objects', input: JSON.stringify({ bucket, keys: [folder] }), cursor: null })
        .where('id', '=', id)
        .execute()
    }
  },
}
