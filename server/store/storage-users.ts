import { type Rights, rightsOfKey } from '../../domain/key-rights.ts'
import { keyLimit, userRights } from './bucket-grants.ts'
import { fieldsOf } from './fields.ts'
import type { Database, Transaction } from './open.ts'

/**
 * How far a storage user is in step with the tables. Versions count the changes that must reach the storage. Times are
 * unix seconds; 0: never.
 */
type SyncState = {
  storageUid: string
  accountId: string
  desired: number
  applied: number
  /** The version that is being pushed, or whose push was interrupted; null: none. */
  applying: number | null
  /** The last time that an interrupted push may have left requests in flight. */
  unsureSince: number
  verifyAt: number
}

/** An account's storage user according to the tables. */
export type DesiredUser = {
  name: string
  /** Bytes; null: without limit; undefined: not set here, the storage's own is kept. */
  quota: number | null | undefined
  suspended: boolean
  /** Whether the account may have notifications of its buckets. */
  notifications: boolean
  /** Unix seconds; 0: forever. */
  expireDate: number
  /** Whether the expiry was handled, by any process's clock. */
  expired: boolean
  key: { accessKey: string; sealedSecret: string } | null
  users: {
    id: string
    isSubUser: boolean
    /** With a scope, bucket policies determine its rights, and not its level. */
    rights: Rights
    expireDate: number
    expired: boolean
    /** `rights`: null: the key has no permissions; undefined: those of the user. */
    keys: { accessKey: string; sealedSecret: string; rights: Rights | null | undefined }[]
  }[]
}

/**
 * Counts a change that must reach the storage. Call it last in the change's transaction: it locks the storage user's
 * row.
 */
export async function bumpDesiredVersion(
  db: Database,
  accountId: string,
  { quota = false } = {},
): Promise<void> {
  await db
    .updateTable('storage_users')
    .set(query => ({ desired_version: query('desired_version', '+', 1), ...(quota && { quota_set: 1 }) }))
    .where('account_id', '=', accountId)
    .execute()
}

export async function syncState(db: Database, accountId: string): Promise<SyncState | null> {
  const row = await db
    .selectFrom('storage_users')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row
    ? {
        storageUid: row.storage_uid,
        accountId,
        desired: row.desired_version,
        applied: row.applied_version,
        applying: row.applying_version,
        unsureSince: row.unsure_since,
        verifyAt: row.verify_at,
      }
    : null
}

/** Accounts with their storage users, by name. */
export async function storageAccounts(
  db: Database,
): Promise<{ id: string; name: string; storageUid: string }[]> {
  return db
    .selectFrom('accounts')
    .innerJoin('storage_users', 'storage_users.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.name', 'storage_users.storage_uid as storageUid'])
    .orderBy('accounts.name')
    .execute()
}

/** The desired storage user, with its users' enabled keys; null if the account was deleted. */
export async function desiredUser(db: Database, accountId: string): Promise<DesiredUser | null> {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('storage_users', 'storage_users.account_id', 'accounts.id')
    .leftJoin('account_keys', 'account_keys.account_id', 'accounts.id')
    .select([
      'accounts.name',
      'accounts.quota',
      'accounts.suspended',
      'accounts.enable_bucket_notification',
      'accounts.expire_date',
      'accounts.expired',
    ])
    .select(['storage_users.quota_set', 'account_keys.access_key', 'account_keys.secret_key'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  if (!account) return null
  const rows = await db
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .select(['users.id', 'users.is_sub_user', 'users.permission', 'users.scope'])
    .select(['users.expire_date', 'users.expired'])
    .select(['access_keys.access_key', 'access_keys.secret_key'])
    .select(['access_keys.permission as key_permission', 'access_keys.scope as key_scope'])
    .where('users.account_id', '=', accountId)
    .where('access_keys.enabled', '=', 1)
    .orderBy('access_keys.created_at')
    .execute()
  const users = new Map<string, DesiredUser['users'][number]>()
  for (const row of rows) {
    const user = users.get(row.id) ?? {
      id: row.id,
      isSubUser: row.is_sub_user === 1,
      rights: userRights(row),
      expireDate: row.expire_date,
      expired: row.expired === 1,
      keys: [],
    }
    const limit = keyLimit({ permission: row.key_permission, scope: row.key_scope })
    const rights = limit ? rightsOfKey(user.rights, limit) : undefined
    user.keys.push({ accessKey: row.access_key, sealedSecret: row.secret_key, rights })
    users.set(row.id, user)
  }
  const { access_key, secret_key } = account
  return {
    name: account.name,
    quota: account.quota_set === 1 ? account.quota : undefined,
    suspended: account.suspended === 1,
    notifications: account.enable_bucket_notification === 1,
    expireDate: account.expire_date,
    expired: account.expired === 1,
    key:
      access_key === null || secret_key === null ? null : { accessKey: access_key, sealedSecret: secret_key },
    users: [...users.values()],
  }
}

/** Records that the push of `version` begins. `unsureSince`: set if the previous push was interrupted. */
export async function beginPush(
  db: Database,
  accountId: string,
  version: number,
  unsureSince?: number,
): Promise<void> {
  await db
    .updateTable('storage_users')
    .set({ applying_version: version, ...(unsureSince !== undefined && { unsure_since: unsureSince }) })
    .where('account_id', '=', accountId)
    .execute()
}

/** Records that the storage has `version`, and when to verify it. */
export async function endPush(
  db: Database,
  accountId: string,
  version: number,
  verifyAt: number,
): Promise<void> {
  await db
    .updateTable('storage_users')
    .set({ applied_version: version, applying_version: null, verify_at: verifyAt })
    .where('account_id', '=', accountId)
    .execute()
}

/** Deletes the row of a deleted account's storage user, once there is nothing left to verify. */
export async function forgetStorageUser(db: Database, accountId: string): Promise<void> {
  await db
    .deleteFrom('storage_users')
    .where('account_id', '=', accountId)
    .where('verify_at', '=', 0)
    .where('account_id', 'not in', query => query.selectFrom('accounts').select('id'))
    .execute()
}

/** Whether the storage user must be pushed or verified at `now` (unix seconds). */
export function isPending(state: SyncState, now: number): boolean {
  return (
    state.desired !== state.applied ||
    state.applying !== null ||
    (state.verifyAt > 0 && state.verifyAt <= now)
  )
}

/** The accounts for which `isPending` is true. */
export async function pendingAccounts(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('storage_users')
    .select('account_id')
    .where(({ and, eb, or, ref }) =>
      or([
        eb('desired_version', '!=', ref('applied_version')),
        eb('applying_version', 'is not', null),
        and([eb('verify_at', '>', 0), eb('verify_at', '<=', now)]),
      ]),
    )
    .execute()
  return rows.map(row => row.account_id)
}

/** Sub-users that have expired at `now` (unix seconds), and were not handled yet. */
export async function dueUsers(db: Database, now: number): Promise<{ id: string; accountId: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .where('expire_date', '>', 0)
    .where('expire_date', '<=', now)
    .where('expired', '=', 0)
    .execute()
  return rows.map(fieldsOf)
}

/** Like `dueUsers`, for accounts. */
export async function dueAccounts(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('expire_date', '>', 0)
    .where('expire_date', '<=', now)
    .where('expired', '=', 0)
    .execute()
  return rows.map(row => row.id)
}

/** When the next expiry (also of a key) or verification is due (unix seconds); null: never. */
export async function nextDue(db: Database, now: number): Promise<number | null> {
  const row = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('users')
        .select(({ fn }) => fn.min('expire_date').as('at'))
        .where('expire_date', '>', now)
        .as('user'),
      selectFrom('access_keys')
        .select(({ fn }) => fn.min('expire_date').as('at'))
        .where('enabled', '=', 1)
        .where('expire_date', '>', now)
        .as('key'),
      selectFrom('accounts')
        .select(({ fn }) => fn.min('expire_date').as('at'))
        .where('expire_date', '>', now)
        .as('account'),
      selectFrom('storage_users')
        .select(({ fn }) => fn.min('verify_at').as('at'))
        .where('verify_at', '>', now)
        .as('storage'),
    ])
    .executeTakeFirstOrThrow()
  const all = [row.user, row.key, row.account, row.storage].filter(at => at !== null)
  return all.length > 0 ? Math.min(...all) : null
}

/** Records that a user's expiry was handled; returns the user, or null if it was recorded before. */
export async function takeUserExpiry(
  db: Transaction,
  id: string,
  now: number,
): Promise<{ email: string; account: { id: string; name: string } } | null> {
  const user = await db
    .updateTable('users')
    .set({ expired: 1 })
    .where('id', '=', id)
    .where('expired', '=', 0)
    .where('expire_date', '>', 0)
    .where('expire_date', '<=', now)
    .returning(['email', 'account_id'])
    .executeTakeFirst()
  if (!user) return null
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('id', '=', user.account_id)
    .executeTakeFirstOrThrow()
  return { email: user.email, account }
}

/** Like `takeUserExpiry`, for an account. */
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
