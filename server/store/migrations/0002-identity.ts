import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Two-step verification, profiles, customers' terms, keys, API clients, notification groups and the audit log. */
export const identity: Migration = {
  async up(db: Kysely<unknown>) {
    const text = ['phone', 'company', 'gender', 'address', 'city', 'district', 'ward']
    for (const name of text) {
      await db.schema
        .alterTable('users')
        .addColumn(name, 'text', column => column.notNull().defaultTo(''))
        .execute()
    }
    const users = [
      ['expire_date', 'bigint', '0'],
      ['two_step', 'integer', '0'],
      ['two_step_counter', 'bigint', '0'],
      ['last_sign_in_at', 'bigint', null],
      ['two_step_secret', 'text', null],
      ['two_step_pending', 'text', null],
      ['two_step_pending_until', 'bigint', '0'],
      ['confirmation_method', 'text', "'pin'"],
    ] as const
    const accounts = [
      ['contract_code', 'text', "''"],
      ['site', 'text', "''"],
      ['quota', 'bigint', null],
      ['enable_bucket_notification', 'integer', '0'],
      ['suspended', 'integer', '0'],
    ] as const
    const sessions = [
      ['confirmed_until', 'bigint', '0'],
      ['last_used_at', 'bigint', '0'],
      ['address', 'text', "''"],
      ['user_agent', 'text', "''"],
    ] as const
    for (const [table, columns] of Object.entries({ users, accounts, sessions })) {
      for (const [name, type, normal] of columns) {
        await db.schema
          .alterTable(table)
          .addColumn(name, type, column =>
            normal === null ? column : column.notNull().defaultTo(sql.raw(normal)),
          )
          .execute()
      }
    }
    await db.schema.createIndex('users_expiry').on('users').column('expire_date').execute()
    const byUser = (table: string) =>
      db.schema
        .createTable(table)
        .addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
    await byUser('recovery_codes')
      .addColumn('hash', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
      .execute()
    await byUser('sign_in_challenges')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute()
    await byUser('password_resets')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute()
    await byUser('pin_resets')
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('pin_resets_key', ['user_id'])
      .execute()
    await byUser('access_keys')
      .addColumn('access_key', 'text', column => column.primaryKey())
      .addColumn('secret_key', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('enabled', 'integer', column => column.notNull())
      .addColumn('console', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('access_keys_user').on('access_keys').column('user_id').execute()
    await byUser('api_clients')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('token_hash', 'text', column => column.notNull().unique())
      .addColumn('permission', 'text', column => column.notNull())
      .addColumn('expire_date', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('api_clients_user').on('api_clients').column('user_id').execute()
    await db.schema
      .createTable('notification_groups')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('emails', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('notification_groups_name', ['account_id', 'name'])
      .execute()
    await db.schema
      .createTable('audit')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('account_id', 'text')
      .addColumn('account', 'text', column => column.notNull())
      .addColumn('user', 'text', column => column.notNull())
      .addColumn('action', 'text', column => column.notNull())
      .addColumn('target', 'text', column => column.notNull())
      .addColumn('detail', 'text', column => column.notNull())
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('device', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('audit_account').on('audit').columns(['account_id', 'id']).execute()
    await db.schema.createIndex('audit_at').on('audit').column('at').execute()
  },
}
