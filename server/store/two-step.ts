import { lockAccount } from './accounts.ts'
import { forgetConfirmations } from './confirmation-tickets.ts'
import { endRows } from './ended-rows.ts'
import type { Database, Transaction } from './open.ts'
import { putSetting, removeSetting } from './settings.ts'
import { twoStepOfAll } from './users.ts'

type TwoStep = {
  on: boolean
  /** Sealed; null if two-step verification is off. */
  secret: string | null
  /** Sealed; of a set-up that is not confirmed yet. */
  pending: string | null
  /** Unix seconds. */
  pendingUntil: number
}

/** Null if there is no such user. */
export async function findTwoStep(db: Database, userId: string): Promise<TwoStep | null> {
  const row = await db
    .selectFrom('users')
    .select(['two_step', 'two_step_secret', 'two_step_pending', 'two_step_pending_until'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row
    ? {
        on: row.two_step === 1,
        secret: row.two_step_secret,
        pending: row.two_step_pending,
        pendingUntil: row.two_step_pending_until,
      }
    : null
}

/**
 * Uses the code of a time step up, in one statement: false if that step's or a later one's was used.
 * Source: RFC 6238, section 5.2.
 */
export async function takeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('users')
    .set({ two_step_counter: step })
    .where('id', '=', userId)
    .where('two_step', '=', 1)
    .where('two_step_counter', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Stores the sealed secret of a set-up until `until` (unix seconds). False if two-step verification is on. */
export async function keepPending(
  db: Database,
  userId: string,
  sealed: string,
  until: number,
): Promise<boolean> {
  const kept = await db
    .updateTable('users')
    .set({ two_step_pending: sealed, two_step_pending_until: until })
    .where('id', '=', userId)
    .where('two_step', '=', 0)
    .executeTakeFirst()
  return kept.numUpdatedRows === 1n
}

/**
 * Switches two-step verification on with the pending secret `sealed`, and uses the code of `step` up. False if it is
 * on, or another set-up has begun.
 */
export async function switchOn(db: Database, userId: string, sealed: string, step: number): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({
      two_step: 1,
      two_step_secret: sealed,
      two_step_counter: step,
      two_step_pending: null,
      two_step_pending_until: 0,
    })
    .where('id', '=', userId)
    .where('two_step', '=', 0)
    .where('two_step_pending', '=', sealed)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/**
 * Switches it off, and deletes its secret and recovery codes; the pin confirms again, and confirmations end. For a
 * transaction.
 */
export async function switchOff(db: Transaction, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ two_step: 0, two_step_secret: null, confirmation_method: 'pin' })
    .where('id', '=', userId)
    .execute()
  await forgetConfirmations(db, userId)
  await endRows(db, userId, 'two-step')
}

/**
 * Sets what confirms protected acts, and ends confirmations. False for two-step verification if it is off. For a
 * transaction.
 */
export async function setConfirmationMethod(
  db: Transaction,
  userId: string,
  method: 'pin' | 'two-step',
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ confirmation_method: method })
    .where('id', '=', userId)
    .$if(method === 'two-step', query => query.where('two_step', '=', 1))
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await forgetConfirmations(db, userId)
  return true
}

type Required = { require_two_step: boolean; require_sso: boolean }

/**
 * Sets what the account requires of everybody, and ends sessions of users without: two-step verification or a passkey, and
 * a sign-in at a provider. Returns what it required before.
 */
export async function setRequired(
  db: Transaction,
  accountId: string,
  { require_two_step: twoStep, require_sso: sso }: { [Name in keyof Required]?: boolean | undefined },
): Promise<Required> {
  await lockAccount(db, accountId)
  const before = await db
    .selectFrom('accounts')
    .select(['require_two_step', 'require_sso'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('accounts')
    .set({
      require_two_step: twoStep === undefined ? before.require_two_step : Number(twoStep),
      require_sso: sso === undefined ? before.require_sso : Number(sso),
    })
    .where('id', '=', accountId)
    .execute()
  if (sso) await endSessionsByPassword(db, accountId)
  if (twoStep) await endSessionsWithout(db, accountId)
  return { require_two_step: before.require_two_step === 1, require_sso: before.require_sso === 1 }
}

/** Sessions that did not begin at a provider, but a super admin's. */
async function endSessionsByPassword(db: Transaction, accountId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('sso_provider', 'is', null)
    .where('user_id', 'in', query =>
      query
        .selectFrom('users')
        .select('id')
        .where('account_id', '=', accountId)
        .where('is_supper_admin', '=', 0),
    )
    .execute()
}

/** Whether the installation requires it or a passkey of everybody, from now on; then sessions of users without end. */
export async function setTwoStepOfAll(db: Database, required: boolean): Promise<void> {
  if (!required) return void (await removeSetting(db, twoStepOfAll))
  await putSetting(db, twoStepOfAll, '1')
  await endSessionsWithout(db)
}

/** Sessions of users without it or a passkey, but for those in which a provider has checked a second factor. */
async function endSessionsWithout(db: Database, accountId?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('second_factor', '=', 0)
    .where('user_id', 'in', query =>
      query
        .selectFrom('users')
        .select('id')
        .$if(accountId !== undefined, of => of.where('account_id', '=', accountId!))
        .where('two_step', '=', 0)
        .where('id', 'not in', passkeys => passkeys.selectFrom('passkeys').select('user_id')),
    )
    .execute()
}

export async function prunePending(db: Database, now: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ two_step_pending: null, two_step_pending_until: 0 })
    .where('two_step_pending', 'is not', null)
    .where('two_step_pending_until', '<=', now)
    .execute()
}

/** The hashes of a user's recovery codes. */
export async function listRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).execute()
  return rows.map(({ hash }) => hash)
}

/** Replaces a user's recovery codes (hashes). */
export async function replaceRecoveryCodes(db: Transaction, userId: string, hashes: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map(hash => ({ user_id: userId, hash })))
    .execute()
}

/** Uses a recovery code up, in one statement. `hashes`: what it may be stored as. False if it is unknown or used. */
export async function takeRecoveryCode(db: Database, userId: string, hashes: string[]): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}
