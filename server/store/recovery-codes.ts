import type { Database } from './open.ts'

/** Puts new codes (keyed digests) in the place of a user's recovery codes. For a transaction. */
export async function replaceRecoveryCodes(db: Database, userId: string, hashes: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map(hash => ({ user_id: userId, hash })))
    .execute()
}

/** Takes one of a user's recovery codes away, in one statement. False where it is none, or was taken before. */
export async function takeRecoveryCode(db: Database, userId: string, hash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** How many are left. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}
