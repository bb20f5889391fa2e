import { endRows } from './ended-rows.ts'
import { dropInvitation } from './invitations.ts'
import { failJobsSince } from './jobs.ts'
import { namedUser } from './name-order.ts'
import type { Database, Transaction } from './open.ts'
import { withoutPerson } from './profiles.ts'
import { switchOff } from './two-step.ts'
import { forgetWrongPins } from './wrong-pins.ts'

/**
 * Resets a user's password (to one with `passwordHash`, which must be changed), pin, and two-step verification with
 * passkeys, as requested; a reset password unlinks the user from providers. Ends sessions, unfinished sign-ins, reset links, unconfirmed changes of the email, and known devices. For
 * a transaction that locks the user's row.
 */
export async function resetAccess(
  db: Transaction,
  userId: string,
  what: { passwordHash: string | null; pin: boolean; twoStep: boolean },
): Promise<void> {
  const users = db.updateTable('users').where('id', '=', userId)
  if (what.passwordHash !== null) {
    await users.set({ password_hash: what.passwordHash, require_change_pass: 1 }).execute()
    await dropInvitation(db, userId)
    await endRows(db, userId, 'identity')
  }
  if (what.pin) {
    await users.set({ pin_hash: null }).execute()
    await forgetWrongPins(db, userId)
    await db.deleteFrom('pin_resets').where('user_id', '=', userId).execute()
  }
  if (what.twoStep) {
    await switchOff(db, userId)
    await endRows(db, userId, 'passkeys')
    await users.set({ two_step_pending: null, two_step_pending_until: 0 }).execute()
  }
  await endRows(db, userId, 'access')
}

/** Treats the password as chosen by the user. */
export async function liftPasswordChange(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ require_change_pass: 0 }).where('id', '=', userId).execute()
}

/**
 * Turns a user over to another person: personal data of the former one is deleted, S3 keys, API clients and shares included, and
 * live jobs fail. Its account and rights stay. For a transaction that locks the user's row, and counts a change for the storage.
 */
export async function handOverUser(db: Transaction, userId: string, name: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...withoutPerson, ...namedUser(name), last_sign_in_at: null, locale: null })
    .where('id', '=', userId)
    .execute()
  await endRows(db, userId, 'person')
  await failJobsSince(db, userId, 0, 'USER_NOT_FOUND')
}
