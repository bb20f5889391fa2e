import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * One row for each storage user: the versions of the tables that it should have, has, and is being given. No foreign
 * key: the row outlives its account until the storage user is deleted.
 */
export const storageSync: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('storage_users')
      .addColumn('storage_uid', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().unique())
      .addColumn('desired_version', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .addColumn('applied_version', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .addColumn('applying_version', 'bigint')
      .addColumn('unsure_since', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .addColumn('verify_at', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .addColumn('quota_set', 'integer', column => column.notNull().defaultTo(sql.raw('0')))
      .execute()
    // Partial or missing pushes of an older version are repeated.
    await sql`
      insert into storage_users (storage_uid, account_id, desired_version, applied_version, quota_set)
      select storage_uid, id,
        case when rights > 0 or exists (select 1 from users where account_id = accounts.id and rights > 0)
          then 1 else 0 end,
        0,
        case when quota is not null or rights > 0 then 1 else 0 end
      from accounts`.execute(db)
    for (const table of ['users', 'accounts']) {
      await db.schema.alterTable(table).dropColumn('rights').execute()
      await db.schema.alterTable(table).dropColumn('rights_applied').execute()
    }
  },
}
