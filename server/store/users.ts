import type { Permission } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** A user with what the account says of them. */
export type User = {
  id: string
  accountId: string
  storageUid: string
  accountName: string
  email: string
  name: string
  passwordHash: string
  pinHash: string | null
  isAdmin: boolean
  isSupperAdmin: boolean
  isSubUser: boolean
  permission: Permission
  requireChangePass: boolean
  /** Unix seconds; 0 is for ever. */
  expireDate: number
}

export function selectUsers(db: Database) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select([
      'users.id',
      'users.account_id',
      'users.email',
      'users.name',
      'users.password_hash',
      'users.pin_hash',
      'users.is_admin',
      'users.is_supper_admin',
      'users.is_sub_user',
      'users.permission',
      'users.require_change_pass',
      'accounts.storage_uid',
      'accounts.name as account_name',
      'accounts.expire_date',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

export function userOf(row: Row): User {
  return {
    id: row.id,
    accountId: row.account_id,
    storageUid: row.storage_uid,
    accountName: row.account_name,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    pinHash: row.pin_hash,
    isAdmin: row.is_admin === 1,
    isSupperAdmin: row.is_supper_admin === 1,
    isSubUser: row.is_sub_user === 1,
    permission: row.permission,
    requireChangePass: row.require_change_pass === 1,
    expireDate: row.expire_date,
  }
}

/** The user who signs in with `email` (any case), or null. */
export async function findUserByEmail(db: Database, email: string): Promise<User | null> {
  const row = await selectUsers(db).where('users.email', '=', email.toLowerCase()).executeTakeFirst()
  return row ? userOf(row) : null
}

/**
 * Sets a new password over the one with hash `oldHash`, lifts the forced change and ends the user's sessions other
 * than `keepSession`. False where the password has changed meanwhile.
 */
export async function setPassword(
  db: Database,
  change: { userId: string; oldHash: string; newHash: string; keepSession: string },
): Promise<boolean> {
  return db.transaction().execute(async trx => {
    const changed = await trx
      .updateTable('users')
      .set({ password_hash: change.newHash, require_change_pass: 0 })
      .where('id', '=', change.userId)
      .where('password_hash', '=', change.oldHash)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', change.userId)
      .where('id', '!=', change.keepSession)
      .execute()
    return true
  })
}

/** Sets the first pin. False where the user has one. */
export async function setFirstPin(db: Database, userId: string, pinHash: string): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ pin_hash: pinHash })
    .where('id', '=', userId)
    .where('pin_hash', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}
