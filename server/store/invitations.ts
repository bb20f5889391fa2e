import type { Database } from './open.ts'

/** Stores the link by which a user sets the first password, replacing an earlier one. `expiresAt`: unix seconds. */
export async function keepInvitation(
  db: Database,
  { userId, hash, expiresAt }: { userId: string; hash: string; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ user_id: userId, hash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ hash, expires_at: expiresAt }))
    .execute()
}

/** The id of an invitation's user; null if it is unknown, used, replaced or expired. */
export async function findInvitation(db: Database, hash: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('invitations')
    .select('user_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses an invitation up, in one statement. False if another request did, or it has expired. */
export async function takeInvitation(db: Database, hash: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('invitations')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Whether the user was invited and has set no password yet; the invitation may have expired. */
export async function isInvited(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Call once the user has a password. */
export async function dropInvitation(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('invitations').where('user_id', '=', userId).execute()
}
