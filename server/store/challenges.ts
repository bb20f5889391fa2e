import type { Database, Transaction } from './open.ts'

/**
 * Stores a sign-in whose password was correct until `expiresAt` (unix seconds); only the user's newest `most` are kept.
 * `hash`: SHA-256 of the challenge. For a transaction that locks the user's row.
 */
export async function addChallenge(
  db: Transaction,
  challenge: { hash: string; userId: string; expiresAt: number; sso?: string },
  most: number,
): Promise<void> {
  await db
    .deleteFrom('sign_in_challenges')
    .where('user_id', '=', challenge.userId)
    .where('hash', 'not in', query =>
      query
        .selectFrom('sign_in_challenges')
        .select('hash')
        .where('user_id', '=', challenge.userId)
        .orderBy('expires_at', 'desc')
        .limit(most - 1),
    )
    .execute()
  await db
    .insertInto('sign_in_challenges')
    .values({
      hash: challenge.hash,
      user_id: challenge.userId,
      expires_at: challenge.expiresAt,
      sso: challenge.sso ?? null,
    })
    .execute()
}

/** The id of a challenge's user; null if the challenge is unknown, used or expired. */
export async function findChallenge(db: Database, hash: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('sign_in_challenges')
    .select('user_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** What the provider said of a sign-in that it began, as it was stored; null: the password began it. */
export async function ssoOfChallenge(db: Database, hash: string): Promise<string | null> {
  const row = await db
    .selectFrom('sign_in_challenges')
    .select('sso')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.sso ?? null
}

/** Uses a challenge up, in one statement. False if another request did, or it has expired. */
export async function takeChallenge(db: Database, hash: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('sign_in_challenges')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function pruneChallenges(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute()
}
