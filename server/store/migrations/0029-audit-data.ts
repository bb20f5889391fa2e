import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Details of audit records are data (JSON) beside the text of older ones, which cannot be distinguished by its
 * characters.
 */
export const auditData: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit').addColumn('data', 'text').execute()
  },
}
