import type { ExpressionBuilder } from 'kysely'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Locale } from '../../languages/languages.ts'
import type { ConfirmationMethod, Permission } from '../../openapi/schema.ts'
import { scopeOf } from './bucket-grants.ts'
import { forgetConfirmations } from './confirmation-tickets.ts'
import { endRows } from './ended-rows.ts'
import type { Database, Transaction } from './open.ts'
import type { Tables } from './schema.ts'

/** A user, with fields of their account. */
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
  scope: Scope
  requireChangePass: boolean
  /** Unix seconds; 0: forever. The user's own or the account's, whichever comes first. */
  expireDate: number
  /** Whether the account is suspended. */
  suspended: boolean
  enableBucketNotification: boolean
  phone: string
  /** The console's language at the last sign-in; null: never. */
  locale: Locale | null
  twoStep: boolean
  /** How many there are. */
  passkeys: number
  /** Whether the account requires two-step verification or a passkey of everybody. */
  twoStepRequired: boolean
  /** Whether the account requires a sign-in at a provider of everybody; a super admin's password always works. */
  ssoRequired: boolean
  /** Whether a provider has checked a second factor for this session. */
  secondFactor?: boolean
  /** The provider at which this session began; absent: it began with the password or a passkey. */
  provider?: string
  /** Two-step only if it is on. */
  confirmationMethod: ConfirmationMethod
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
      'users.scope',
      'users.require_change_pass',
      'users.expire_date as own_expire_date',
      'users.phone',
      'users.locale',
      'users.two_step',
      'users.confirmation_method',
      'accounts.storage_uid',
      'accounts.name as account_name',
      'accounts.expire_date as account_expire_date',
      'accounts.suspended',
      'accounts.enable_bucket_notification',
      'accounts.require_two_step',
      'accounts.require_sso',
      query =>
        query
          .selectFrom('passkeys')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('passkeys.user_id', '=', 'users.id')
          .as('passkeys'),
      query =>
        query
          .selectFrom('settings')
          .select('settings.value')
          .where('settings.name', '=', twoStepOfAll)
          .as('two_step_of_all'),
    ])
}

/** The setting that is there where the installation requires a second step of everybody. */
export const twoStepOfAll = 'two-step of all'

/** A condition: neither the user nor the account has expired or is suspended. `now`: unix seconds. */
export function isActiveAt(now: number) {
  return ({ and, eb, or }: ExpressionBuilder<Tables, 'users' | 'accounts'>) =>
    and([
      or([eb('users.expire_date', '=', 0), eb('users.expire_date', '>', now)]),
      or([eb('accounts.expire_date', '=', 0), eb('accounts.expire_date', '>', now)]),
      eb('accounts.suspended', '=', 0),
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
    scope: scopeOf(row.scope),
    requireChangePass: row.require_change_pass === 1,
    expireDate: earlier(row.own_expire_date, row.account_expire_date),
    suspended: row.suspended === 1,
    enableBucketNotification: row.enable_bucket_notification === 1,
    phone: row.phone,
    locale: row.locale,
    twoStep: row.two_step === 1,
    passkeys: row.passkeys ?? 0,
    twoStepRequired: row.require_two_step === 1 || row.two_step_of_all !== null,
    ssoRequired: row.require_sso === 1 && row.is_supper_admin === 0,
    confirmationMethod: row.two_step === 1 ? row.confirmation_method : 'pin',
  }
}

function earlier(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other)
}

/** The user with this e-mail address (in any form), or null. */
export async function findUserByEmail(db: Database, email: string): Promise<User | null> {
  if (email.includes('\0')) return null
  const row = await selectUsers(db).where('users.email', '=', canonicalEmail(email)).executeTakeFirst()
  return row ? userOf(row) : null
}

export async function findUser(db: Database, id: string): Promise<User | null> {
  const row = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  return row ? userOf(row) : null
}

/** The super admin; of several, the first. */
export async function findSuperAdmin(db: Database): Promise<User> {
  const row = await selectUsers(db)
    .where('users.is_supper_admin', '=', 1)
    .orderBy('users.created_at')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return userOf(row)
}

export async function listSuperAdmins(db: Database): Promise<User[]> {
  const rows = await selectUsers(db).where('users.is_supper_admin', '=', 1).orderBy('users.id').execute()
  return rows.map(userOf)
}

/** The owner of this account, or null. */
export async function findOwner(db: Database, accountId: string): Promise<User | null> {
  const row = await selectUsers(db)
    .where('users.account_id', '=', accountId)
    .where('users.is_admin', '=', 1)
    .executeTakeFirst()
  return row ? userOf(row) : null
}

/**
 * Replaces the password with hash `oldHash`, lifts the forced change, and ends the user's sessions other than
 * `keepSession`, unfinished sign-ins, reset links, an invitation, unconfirmed changes of the email, and known devices.
 * False if the password has changed meanwhile. For a transaction.
 */
export async function setPassword(
  db: Transaction,
  change: { userId: string; oldHash: string; newHash: string; keepSession: string | null },
): Promise<boolean> {
  const { userId, keepSession } = change
  const changed = await db
    .updateTable('users')
    .set({ password_hash: change.newHash, require_change_pass: 0 })
    .where('id', '=', userId)
    .where('password_hash', '=', change.oldHash)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keepSession !== null, query => query.where('id', '!=', keepSession!))
    .execute()
  await endRows(db, userId, 'password')
  return true
}

/** Call when a mailed link was used: the address is the user's. */
export async function confirmEmailOf(db: Database, id: string): Promise<void> {
  await db.updateTable('users').set({ email_confirmed: 1 }).where('id', '=', id).execute()
}

/** False if the user has a pin. */
export async function setFirstPin(db: Database, userId: string, pinHash: string): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ pin_hash: pinHash })
    .where('id', '=', userId)
    .where('pin_hash', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/**
 * Replaces the pin with hash `oldHash`, and ends confirmations. False if the pin has changed meanwhile. For a
 * transaction.
 */
export async function setPin(
  db: Transaction,
  change: { userId: string; oldHash: string; newHash: string },
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ pin_hash: change.newHash })
    .where('id', '=', change.userId)
    .where('pin_hash', '=', change.oldHash)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await forgetConfirmations(db, change.userId)
  return true
}

/**
 * Locks the user's row until the transaction ends, and returns the user as of then; null if it was deleted. A
 * transaction that writes several rows of a user must begin with it: the same order everywhere prevents deadlocks.
 */
export async function lockUser(db: Transaction, id: string): Promise<User | null> {
  await db.updateTable('users').set({ id }).where('id', '=', id).execute()
  return findUser(db, id)
}

export async function recordSignIn(
  db: Database,
  userId: string,
  locale: Locale | null,
  now: number,
): Promise<void> {
  await db.updateTable('users').set({ last_sign_in_at: now, locale }).where('id', '=', userId).execute()
}

/** The language of an account's owner; Vietnamese if the owner has never signed in. */
export async function ownerLocale(db: Database, accountId: string): Promise<Locale> {
  const row = await db
    .selectFrom('users')
    .select('locale')
    .where('account_id', '=', accountId)
    .where('is_admin', '=', 1)
    .executeTakeFirst()
  return row?.locale ?? 'vi'
}
