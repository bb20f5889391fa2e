import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The audit log is read by target or action, and pruned by id, which begins with the time. */
export const auditIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('audit').columns(columns).execute()
    await index('audit_account_target', ['account_id', 'target', 'id'])
    await index('audit_account_action', ['account_id', 'action', 'id'])
    await index('audit_action', ['action', 'id'])
    await db.schema.dropIndex('audit_at').execute()
  },
}
