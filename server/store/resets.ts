import type { Database } from './open.ts'

/** What was mailed to a user, as it is kept: a digest, and the unix seconds until which it counts. */
export type Reset = { userId: string; hash: string; expiresAt: number }

/** Keeps the link that resets a user's password; links mailed before no longer count. For a transaction. */
export async function keepPasswordReset(db: Database, reset: Reset): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', reset.userId).execute()
  await db
    .insertInto('password_resets')
    .values({ user_id: reset.userId, hash: reset.hash, expires_at: reset.expiresAt })
    .execute()
}

/** Whose password a link resets, or null where it is unknown, used, replaced or over. */
export async function findPasswordReset(db: Database, hash: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Takes a link away, in one statement. False where another request did, or its time is over. */
export async function takePasswordReset(db: Database, hash: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('password_resets')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Keeps the code that resets a user's pin; a code mailed before no longer counts. */
export async function keepPinReset(db: Database, reset: Reset): Promise<void> {
  await db
    .insertInto('pin_resets')
    .values({ user_id: reset.userId, hash: reset.hash, expires_at: reset.expiresAt })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({ hash: reset.hash, expires_at: reset.expiresAt }),
    )
    .execute()
}

/** The digest of the code that resets a user's pin, or null where there is none that counts. */
export async function findPinReset(db: Database, userId: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('pin_resets')
    .select('hash')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Takes a code away, in one statement. False where another request did, or its time is over. */
export async function takePinReset(
  db: Database,
  userId: string,
  hash: string,
  now: number,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('pin_resets')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Forgets links and codes whose time is over. */
export async function pruneResets(db: Database, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
  await db.deleteFrom('pin_resets').where('expires_at', '<=', now).execute()
}
