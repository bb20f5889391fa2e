import type { Database } from './open.ts'

/** Browsers that one user is known by, at most. */
const devicesPerUser = 20

/** Whether the user has signed in with the browser whose token has this hash, since `oldest` (unix seconds). */
export async function isKnownDevice(
  db: Database,
  hash: string,
  userId: string,
  oldest: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('devices')
    .select('hash')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('last_used_at', '>', oldest)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Keeps that the user has signed in with a browser, now known by the token with hash `hash`; `oldHash` no longer counts,
 * for the browser's other users neither. Beyond the most that a user may have, the one used longest ago goes. For a
 * transaction that holds the user's row. `now`: unix seconds.
 */
export async function keepDevice(
  db: Database,
  { userId, hash, oldHash }: { userId: string; hash: string; oldHash: string | null },
  now: number,
): Promise<void> {
  if (oldHash !== null) {
    await db.deleteFrom('devices').where('hash', '=', oldHash).where('user_id', '=', userId).execute()
    await db.updateTable('devices').set({ hash }).where('hash', '=', oldHash).execute()
  }
  await db
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('hash', 'not in', query =>
      query
        .selectFrom('devices')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .limit(devicesPerUser - 1),
    )
    .execute()
  await db.insertInto('devices').values({ hash, user_id: userId, last_used_at: now }).execute()
}

/** Forgets devices that were last used before `oldest` (unix seconds). */
export async function pruneDevices(db: Database, oldest: number): Promise<void> {
  await db.deleteFrom('devices').where('last_used_at', '<=', oldest).execute()
}
