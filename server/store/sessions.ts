import { randomUUID } from 'node:crypto'
import type { Database } from './open.ts'
import { selectUsers, type User, userOf } from './users.ts'

/** Tokens as the store knows them: SHA-256 in hex, and the unix seconds until which they count. */
export type HashedTokens = {
  accessHash: string
  accessExpiresAt: number
  refreshHash: string
  refreshExpiresAt: number
}

export type Session = { id: string; user: User }

/** Begins a session and gives its id. */
export async function createSession(
  db: Database,
  userId: string,
  tokens: HashedTokens,
  now: number,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('sessions')
    .values({ id, user_id: userId, created_at: now, ...columns(tokens) })
    .execute()
  return id
}

/** The session that an access token belongs to, with its user; null where it is unknown or no longer counts. */
export async function findSession(db: Database, accessHash: string, now: number): Promise<Session | null> {
  const row = await selectUsers(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('sessions.id as session_id')
    .where('sessions.access_hash', '=', accessHash)
    .where('sessions.access_expires_at', '>', now)
    .where('sessions.refresh_expires_at', '>', now)
    .executeTakeFirst()
  return row ? { id: row.session_id, user: userOf(row) } : null
}

/**
 * Trades a session's tokens for new ones, once: both must be the session's present ones. A refresh token that was
 * used before ends its session (`reused`), whatever access token comes with it.
 * Source: RFC 9700, section 4.14.2 (refresh token rotation).
 */
export async function rotateSession(
  db: Database,
  present: { accessHash: string; refreshHash: string },
  next: HashedTokens,
  now: number,
): Promise<'rotated' | 'reused' | 'unknown'> {
  return db.transaction().execute(async trx => {
    const session = await trx
      .updateTable('sessions')
      .set(columns(next))
      .where('refresh_hash', '=', present.refreshHash)
      .where('access_hash', '=', present.accessHash)
      .where('refresh_expires_at', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (session) {
      await trx
        .insertInto('used_refresh_tokens')
        .values({ hash: present.refreshHash, session_id: session.id, used_at: now })
        .execute()
      return 'rotated'
    }
    const used = await trx
      .selectFrom('used_refresh_tokens')
      .select('session_id')
      .where('hash', '=', present.refreshHash)
      .executeTakeFirst()
    if (!used) return 'unknown'
    await trx.deleteFrom('sessions').where('id', '=', used.session_id).execute()
    return 'reused'
  })
}

/** Ends a session; its tokens are dead at once. */
export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Forgets sessions that no token can bring back, and used tokens older than `tokenLife` seconds. */
export async function pruneSessions(db: Database, now: number, tokenLife: number): Promise<void> {
  await db.deleteFrom('sessions').where('refresh_expires_at', '<=', now).execute()
  await db
    .deleteFrom('used_refresh_tokens')
    .where('used_at', '<=', now - tokenLife)
    .execute()
}

function columns(tokens: HashedTokens) {
  return {
    access_hash: tokens.accessHash,
    access_expires_at: tokens.accessExpiresAt,
    refresh_hash: tokens.refreshHash,
    refresh_expires_at: tokens.refreshExpiresAt,
  }
}
