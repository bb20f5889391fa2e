import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Details of audit records are data (JSON) beside the text of older ones, which cannot be told from it by its letters. */
export const auditData: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit').addColumn('data', 'text').execute()
  },
}
