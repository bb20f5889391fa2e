import type { Database, Transaction } from './open.ts'

/** A mailed link or code: its digest, and the unix seconds at which it expires. */
export type Reset = { userId: string; hash: string; expiresAt: number }

/** Stores the link that resets a user's password, replacing earlier ones. */
export async function keepPasswordReset(db: Transaction, reset: Reset): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', reset.userId).execute()
  await db
    .insertInto('password_resets')
    .values({ user_id: reset.userId, hash: reset.hash, expires_at: reset.expiresAt })
    .execute()
}

/** The id of a link's user; null if the link is unknown, used, replaced or expired. */
export async function findPasswordReset(db: Database, hash: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses a link up, in one statement. False if another request did, or it has expired. */
export async function takePasswordReset(db: Database, hash: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('password_resets')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Stores the code that resets a user's pin, replacing an earlier one. */
export async function keepPinReset(db: Database, reset: Reset): Promise<void> {
  await db
    .insertInto('pin_resets')
    .values({ user_id: reset.userId, hash: reset.hash, expires_at: reset.expiresAt })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({ hash: reset.hash, expires_at: reset.expiresAt }),
    )
    .execute()
}

/** The digest of the valid code that resets a user's pin, or null. */
export async function findPinReset(db: Database, userId: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('pin_resets')
    .select('hash')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Uses a code up, in one statement. False if another request did, or it has expired. */
export async function takePinReset(
  db: Database,
  userId: string,
  hashes: string[],
  now: number,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('pin_resets')
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function pruneResets(db: Database, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
  await db.deleteFrom('pin_resets').where('expires_at', '<=', now).execute()
}
