import type { Rights } from '../../domain/key-rights.ts'
import { keyLimit, scopeColumn, userRights } from './bucket-grants.ts'
import { fieldsOf } from './fields.ts'
import type { Database, Transaction } from './open.ts'
import { lockUser } from './users.ts'

export type AccessKeyRow = {
  accessKey: string
  userId: string
  email: string
  /** Of its user. */
  userRights: Rights
  /** Null: it has the rights of its user. */
  limit: Rights | null
  name: string
  enabled: boolean
  createdAt: number
  /** Unix seconds; 0: forever. */
  expireDate: number
}

type SealedKey = { accessKey: string; sealedSecret: string; enabled: boolean }

function selectKeys(db: Database) {
  return db
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .select([
      'access_keys.access_key',
      'access_keys.user_id',
      'access_keys.name',
      'access_keys.enabled',
      'access_keys.created_at',
      'access_keys.expire_date',
      'users.email',
      'users.is_sub_user',
      'users.permission as user_permission',
      'users.scope as user_scope',
      'access_keys.permission',
      'access_keys.scope',
    ])
    .where('access_keys.console', '=', 0)
}

/** A user sees their own keys, an owner also those of the account's sub-users. */
type KeyReader = { id: string; accountId: string; isSubUser: boolean }

function seenBy(db: Database, reader: KeyReader) {
  return selectKeys(db).where(({ and, eb, or }) =>
    or([
      eb('access_keys.user_id', '=', reader.id),
      ...(reader.isSubUser
        ? []
        : [and([eb('users.account_id', '=', reader.accountId), eb('users.is_sub_user', '=', 1)])]),
    ]),
  )
}

/** The keys that `reader` may see, the newest first. */
export async function listKeys(db: Database, reader: KeyReader): Promise<AccessKeyRow[]> {
  const rows = await seenBy(db, reader)
    .orderBy('access_keys.created_at', 'desc')
    .orderBy('access_keys.access_key')
    .execute()
  return rows.map(keyOf)
}

/** The key with this name, if `reader` may see it, else null. */
export async function findKey(
  db: Database,
  reader: KeyReader,
  accessKey: string,
): Promise<AccessKeyRow | null> {
  if (accessKey.includes('\0')) return null
  const row = await seenBy(db, reader).where('access_keys.access_key', '=', accessKey).executeTakeFirst()
  return row ? keyOf(row) : null
}

/** The key that the console signs with for a sub-user; null if there is none yet. */
export async function findConsoleKey(db: Database, userId: string): Promise<SealedKey | null> {
  const row = await db
    .selectFrom('access_keys')
    .select(['access_key', 'secret_key', 'enabled'])
    .where('user_id', '=', userId)
    .where('console', '=', 1)
    .executeTakeFirst()
  return row ? { accessKey: row.access_key, sealedSecret: row.secret_key, enabled: row.enabled === 1 } : null
}

/** Users for whom the console has a key of their own. */
export async function consoleKeyUsers(db: Database): Promise<{ id: string; accountId: string }[]> {
  const rows = await db
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .select(['users.id', 'users.account_id'])
    .where('access_keys.console', '=', 1)
    .execute()
  return rows.map(fieldsOf)
}

/** Replaces the key that the console signs with for a user; false if there is none. */
export async function replaceConsoleKey(
  db: Transaction,
  userId: string,
  key: { accessKey: string; sealedSecret: string },
  now: number,
): Promise<boolean> {
  await lockUser(db, userId)
  const changed = await db
    .updateTable('access_keys')
    .set({ access_key: key.accessKey, secret_key: key.sealedSecret, created_at: now })
    .where('user_id', '=', userId)
    .where('console', '=', 1)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Adds an enabled key. Within a transaction, after `changeRights`. */
export async function addKey(
  db: Transaction,
  key: {
    accessKey: string
    sealedSecret: string
    userId: string
    name: string
    console: boolean
    /** None by default. */
    limit?: Rights | null
    /** Unix seconds; 0 (forever) by default. */
    expireDate?: number
    now: number
  },
): Promise<void> {
  await db
    .insertInto('access_keys')
    .values({
      access_key: key.accessKey,
      secret_key: key.sealedSecret,
      user_id: key.userId,
      name: key.name,
      enabled: 1,
      console: Number(key.console),
      permission: key.limit?.permission ?? null,
      scope: scopeColumn(key.limit?.scope ?? null),
      created_at: key.now,
      expire_date: key.expireDate ?? 0,
    })
    .execute()
}

/** Enabled keys that have expired at `now` (unix seconds). */
export async function dueKeys(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('access_keys')
    .select('access_key')
    .where('enabled', '=', 1)
    .where('expire_date', '>', 0)
    .where('expire_date', '<=', now)
    .execute()
  return rows.map(row => row.access_key)
}

/** The name and account of a key, with its user's row locked; null if the key was deleted. */
export async function keyOwner(
  db: Transaction,
  accessKey: string,
): Promise<{ name: string; account: { id: string; name: string } } | null> {
  const row = await db
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['access_keys.name', 'access_keys.user_id', 'accounts.id', 'accounts.name as account'])
    .where('access_key', '=', accessKey)
    .executeTakeFirst()
  if (!row) return null
  await lockUser(db, row.user_id)
  return { name: row.name, account: { id: row.id, name: row.account } }
}

export async function countKeys(db: Database, userId: string): Promise<number> {
  const row = await db
    .selectFrom('access_keys')
    .select(query => query.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('console', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Enables or disables a key; false if that changes nothing, or the key was deleted. */
export async function setKeyEnabled(db: Database, accessKey: string, enabled: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('access_keys')
    .set({ enabled: Number(enabled) })
    .where('access_key', '=', accessKey)
    .where('enabled', '=', Number(!enabled))
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Changes the limit of a key; null: no limit. */
export async function setKeyLimit(db: Database, accessKey: string, limit: Rights | null): Promise<void> {
  await db
    .updateTable('access_keys')
    .set({ permission: limit?.permission ?? null, scope: scopeColumn(limit?.scope ?? null) })
    .where('access_key', '=', accessKey)
    .execute()
}

/** Deletes a key; false if it was deleted already, or is enabled with `onlyDisabled`. */
export async function deleteKey(
  db: Database,
  accessKey: string,
  { onlyDisabled = false } = {},
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('access_keys')
    .where('access_key', '=', accessKey)
    .$if(onlyDisabled, query => query.where('enabled', '=', 0))
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

type Row = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

function keyOf(row: Row): AccessKeyRow {
  return {
    accessKey: row.access_key,
    userId: row.user_id,
    email: row.email,
    userRights: userRights({
      is_sub_user: row.is_sub_user,
      permission: row.user_permission,
      scope: row.user_scope,
    }),
    limit: keyLimit(row),
    name: row.name,
    enabled: row.enabled === 1,
    createdAt: row.created_at,
    expireDate: row.expire_date,
  }
}
