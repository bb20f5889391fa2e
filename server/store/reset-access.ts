import { dropInvitation } from './invitations.ts'
import type { Database, Transaction } from './open.ts'
import { switchOff } from './two-step.ts'
import { forgetWrongPins } from './wrong-pins.ts'

/**
 * Resets a user's password (to one with `passwordHash`, which must be changed), pin and two-step verification, as
 * requested; ends sessions, unfinished sign-ins, reset links, unconfirmed changes of the email, and known devices. For
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
  }
  if (what.pin) {
    await users.set({ pin_hash: null }).execute()
    await forgetWrongPins(db, userId)
    await db.deleteFrom('pin_resets').where('user_id', '=', userId).execute()
  }
  if (what.twoStep) {
    await switchOff(db, userId)
    await users.set({ two_step_pending: null, two_step_pending_until: 0 }).execute()
  }
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await db.deleteFrom('devices').where('user_id', '=', userId).execute()
}

/** Treats the password as chosen by the user. */
export async function liftPasswordChange(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ require_change_pass: 0 }).where('id', '=', userId).execute()
}
