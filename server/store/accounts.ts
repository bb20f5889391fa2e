import { randomUUID } from 'node:crypto'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Permission } from '../../openapi/schema.ts'
import { scopeColumn } from './bucket-grants.ts'
import { isReserved } from './email-changes.ts'
import { namedAccount, namedUser } from './name-order.ts'
import type { Database, Transaction } from './open.ts'
import { bumpDesiredVersion } from './storage-users.ts'

export type NewUser = {
  email: string
  name: string
  passwordHash: string
  isAdmin: boolean
  isSupperAdmin: boolean
  isSubUser: boolean
  permission: Permission
  scope?: Scope
  /** Whose rights permission and scope are. */
  groupId?: string | null
  requireChangePass: boolean
  /** E.164, or empty. */
  phone?: string
  /** Unix seconds; 0: forever. */
  expireDate?: number
  /** Unix seconds; null: never. */
  lastSignInAt?: number | null
}

/** A customer's terms. */
export type NewAccount = {
  name: string
  /** Unix seconds. */
  now: number
  id?: string
  contractCode?: string
  site?: string
  /** Bytes; null: without limit. */
  quota?: number | null
  /** Unix seconds; 0: forever. */
  expireDate?: number
  enableBucketNotification?: boolean
  suspended?: boolean
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Adds an account with its first user. Null if another user has the e-mail address. */
export async function createAccount(
  db: Database,
  account: NewAccount,
  user: NewUser,
): Promise<{ accountId: string; userId: string } | null> {
  return db.transaction().execute(trx => addAccount(trx, account, user))
}

/** Like `createAccount`. */
export async function addAccount(
  db: Transaction,
  account: NewAccount,
  user: NewUser,
): Promise<{ accountId: string; userId: string } | null> {
  const accountId = account.id ?? randomUUID()
  await db
    .insertInto('accounts')
    .values({
      id: accountId,
      ...namedAccount(account.name, account.contractCode ?? ''),
      storage_uid: storageUid(accountId),
      expire_date: account.expireDate ?? 0,
      created_at: account.now,
      site: account.site ?? '',
      quota: account.quota ?? null,
      enable_bucket_notification: Number(account.enableBucketNotification ?? false),
      suspended: Number(account.suspended ?? false),
    })
    .execute()
  await db
    .insertInto('storage_users')
    .values({
      storage_uid: storageUid(accountId),
      account_id: accountId,
      quota_set: Number(account.quota !== undefined),
    })
    .execute()
  const userId = await createUser(db, { accountId, now: account.now }, user)
  if (userId === null) {
    await db.deleteFrom('storage_users').where('account_id', '=', accountId).execute()
    await db.deleteFrom('accounts').where('id', '=', accountId).execute()
    return null
  }
  return { accountId, userId }
}

/** Deletes an account that was never used, with its first user; the next push deletes its storage user. */
export async function deleteAccount(db: Database, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute()
  await bumpDesiredVersion(db, id)
}

/** The account with this id or contract code; null: there is none, or several have the code. */
export async function findAccountNamed(
  db: Database,
  name: string,
): Promise<{ id: string; name: string } | null> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where(({ or, eb }) => or([eb('id', '=', name), eb('contract_code', '=', name)]))
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]! : null
}

/** Locks the account's row until the transaction ends, so that concurrent transactions that count its rows wait. */
export async function lockAccount(db: Transaction, id: string): Promise<void> {
  await db.updateTable('accounts').set({ id }).where('id', '=', id).execute()
}

export function storageUid(accountId: string): string {
  return `kho-${accountId}`
}

/**
 * Adds a user, and returns their id. Null if another user has the e-mail address, or may still restore it. For a
 * transaction.
 */
export async function createUser(
  db: Transaction,
  account: { accountId: string; now: number },
  user: NewUser,
): Promise<string | null> {
  const id = randomUUID()
  const made = await db
    .insertInto('users')
    .values({
      id,
      account_id: account.accountId,
      email: canonicalEmail(user.email),
      ...namedUser(user.name),
      password_hash: user.passwordHash,
      pin_hash: null,
      is_admin: Number(user.isAdmin),
      is_supper_admin: Number(user.isSupperAdmin),
      is_sub_user: Number(user.isSubUser),
      // The operator names owners; an owner could name anybody as a sub-user.
      email_confirmed: Number(!user.isSubUser),
      permission: user.permission,
      scope: scopeColumn(user.scope ?? null),
      group_id: user.groupId ?? null,
      require_change_pass: Number(user.requireChangePass),
      created_at: account.now,
      phone: user.phone ?? '',
      expire_date: user.expireDate ?? 0,
      last_sign_in_at: user.lastSignInAt ?? null,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) return null
  if (!(await isReserved(db, canonicalEmail(user.email), null, account.now))) return id
  await db.deleteFrom('users').where('id', '=', id).execute()
  return null
}

/** Records whether an account's quota is full; returns when it became full, or null. `now` and result: unix seconds. */
export async function noteFull(db: Database, id: string, full: boolean, now: number): Promise<number | null> {
  const { full_since: since } = await db
    .selectFrom('accounts')
    .select('full_since')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (full === (since !== null)) return since
  await db
    .updateTable('accounts')
    .set({ full_since: full ? now : null })
    .where('id', '=', id)
    .execute()
  return full ? now : null
}
