import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Accounts, their users, sessions, limits on attempts, and the accounts' storage keys. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('value', 'text', column => column.notNull())
      .execute()
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('storage_uid', 'text', column => column.notNull().unique())
      .addColumn('expire_date', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('email', 'text', column => column.notNull().unique())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('password_hash', 'text', column => column.notNull())
      .addColumn('pin_hash', 'text')
      .addColumn('is_admin', 'integer', column => column.notNull())
      .addColumn('is_supper_admin', 'integer', column => column.notNull())
      .addColumn('is_sub_user', 'integer', column => column.notNull())
      .addColumn('permission', 'text', column => column.notNull())
      .addColumn('require_change_pass', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('users_account').on('users').column('account_id').execute()
    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('access_hash', 'text', column => column.notNull().unique())
      .addColumn('access_expires_at', 'bigint', column => column.notNull())
      .addColumn('refresh_hash', 'text', column => column.notNull().unique())
      .addColumn('refresh_expires_at', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await db.schema.createIndex('sessions_expiry').on('sessions').column('refresh_expires_at').execute()
    await db.schema
      .createTable('used_refresh_tokens')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('session_id', 'text', column =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('used_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema
      .createIndex('used_refresh_tokens_session')
      .on('used_refresh_tokens')
      .column('session_id')
      .execute()
    await db.schema
      .createIndex('used_refresh_tokens_age')
      .on('used_refresh_tokens')
      .column('used_at')
      .execute()
    await db.schema
      .createTable('attempts')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('count', 'integer', column => column.notNull())
      .addColumn('reset_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('attempts_reset').on('attempts').column('reset_at').execute()
    await db.schema
      .createTable('account_keys')
      .addColumn('account_id', 'text', column =>
        column.primaryKey().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('access_key', 'text', column => column.notNull())
      .addColumn('secret_key', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
  },
}
