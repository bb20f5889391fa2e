import type { Database, Transaction } from './open.ts'

/** Replaces a user's recovery codes (keyed digests). */
export async function replaceRecoveryCodes(db: Transaction, userId: string, hashes: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map(hash => ({ user_id: userId, hash })))
    .execute()
}

/** Uses a recovery code up, in one statement. `hashes`: what its digest may be. False if it is unknown or used. */
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
