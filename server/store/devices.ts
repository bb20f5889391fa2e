import type { Database, Transaction } from './open.ts'

/** Maximum number of known browsers of a user. */
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
 * Records that the user has signed in with a browser, now known by the token with hash `hash`, in place of `oldHash`,
 * also for the browser's other users. A user with too many devices loses the least recently used one. For a transaction
 * that locks the user's row. `now`: unix seconds.
 */
export async function keepDevice(
  db: Transaction,
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

export async function pruneDevices(db: Database, oldest: number): Promise<void> {
  await db.deleteFrom('devices').where('last_used_at', '<=', oldest).execute()
}
