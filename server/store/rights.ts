import type { Permission } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** What the storage has to know of a user. `version`: the count of changes that this is the state of. */
export type UserRights = {
  version: number
  accountId: string
  storageUid: string
  isSubUser: boolean
  permission: Permission
  /** Unix seconds; 0 is for ever. */
  expireDate: number
}

/** What the storage has to know of an account. */
export type AccountRights = {
  version: number
  storageUid: string
  name: string
  /** Bytes; null is without limit. */
  quota: number | null
  suspended: boolean
  expireDate: number
}

/**
 * Counts a change of the user's keys, and gives the new count; null where the user has gone. In a transaction it holds
 * the user's row until the end.
 */
export async function changeRights(db: Database, userId: string): Promise<number | null> {
  const changed = await db
    .updateTable('users')
    .set(query => ({ rights: query('rights', '+', 1) }))
    .where('id', '=', userId)
    .returning('rights')
    .executeTakeFirst()
  return changed?.rights ?? null
}

export async function userRights(db: Database, userId: string): Promise<UserRights | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.rights', 'users.is_sub_user', 'users.permission', 'users.expire_date'])
    .select(['accounts.id as account_id', 'accounts.storage_uid'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row
    ? {
        version: row.rights,
        accountId: row.account_id,
        storageUid: row.storage_uid,
        isSubUser: row.is_sub_user === 1,
        permission: row.permission,
        expireDate: row.expire_date,
      }
    : null
}

export async function accountRights(db: Database, accountId: string): Promise<AccountRights | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['rights', 'storage_uid', 'name', 'quota', 'suspended', 'expire_date'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row
    ? {
        version: row.rights,
        storageUid: row.storage_uid,
        name: row.name,
        quota: row.quota,
        suspended: row.suspended === 1,
        expireDate: row.expire_date,
      }
    : null
}

/** Notes that the storage has the state of `version`. False where it changed meanwhile, or its row has gone. */
export async function markApplied(
  db: Database,
  table: 'users' | 'accounts',
  id: string,
  version: number,
): Promise<boolean> {
  const marked = await db
    .updateTable(table)
    .set({ rights_applied: version })
    .where('id', '=', id)
    .where('rights', '=', version)
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

/** Users or accounts whose last change the storage does not have yet. */
export async function pendingRights(db: Database, table: 'users' | 'accounts'): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').whereRef('rights', '!=', 'rights_applied').execute()
  return rows.map(row => row.id)
}

/** Sub-users or accounts whose time is over at `now` (unix seconds), and that nobody has acted on. */
export async function dueExpiries(db: Database, table: 'users' | 'accounts', now: number): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('expire_date', '>', 0)
    .where('expire_date', '<=', now)
    .where('expired', '=', 0)
    .execute()
  return rows.map(row => row.id)
}

/** When the next one expires (unix seconds), or null. */
export async function nextExpiry(
  db: Database,
  table: 'users' | 'accounts',
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom(table)
    .select('expire_date')
    .where('expire_date', '>', now)
    .orderBy('expire_date')
    .limit(1)
    .executeTakeFirst()
  return row?.expire_date ?? null
}

/** Notes that the expiry of a user was acted on, once: then who it was, else null. For a transaction. */
export async function takeUserExpiry(
  db: Database,
  id: string,
  now: number,
): Promise<{ email: string; accountId: string } | null> {
  const row = await db
    .updateTable('users')
    .set({ expired: 1 })
    .where('id', '=', id)
    .where('expired', '=', 0)
    .where('expire_date', '>', 0)
    .where('expire_date', '<=', now)
    .returning(['email', 'account_id'])
    .executeTakeFirst()
  return row ? { email: row.email, accountId: row.account_id } : null
}

/** As `takeUserExpiry`, of an account. */
export async function takeAccountExpiry(
  db: Database,
  id: string,
  now: number,
): Promise<{ name: string } | null> {
  const row = await db
    .updateTable('accounts')
    .set({ expired: 1 })
    .where('id', '=', id)
    .where('expired', '=', 0)
    .where('expire_date', '>', 0)
    .where('expire_date', '<=', now)
    .returning('name')
    .executeTakeFirst()
  return row ?? null
}
