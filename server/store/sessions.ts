import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { ClientPermission } from '../../openapi/schema.ts'
import { fieldsOf } from './fields.ts'
import type { Database, Transaction } from './open.ts'
import type { Tables } from './schema.ts'
import { isActiveAt, selectUsers, type User, userOf } from './users.ts'

/** Hashes of tokens (SHA-256, hex), and the unix seconds at which they expire. */
export type HashedTokens = {
  accessHash: string
  accessExpiresAt: number
  refreshHash: string
  refreshExpiresAt: number
}

export type Session = {
  user: User
  /** The API client that calls for the user; absent in a browser's session. */
  client?: { id: string; name: string; permission: ClientPermission }
  /** Unix seconds until which the user's identity counts as confirmed; 0: not confirmed. */
  confirmedUntil: number
}

export type BrowserSession = Session & {
  id: string
  /** Unix seconds, to the minute. */
  lastUsedAt: number
  /** The id of the user at a provider who began the session; null: it began otherwise. */
  identity: string | null
}

/** Seconds after which a session ends, however often it is renewed. */
const longest = 90 * 24 * 60 * 60

/** `identity`: the id of the user at a provider who began the session. `secondFactor`: whether the provider checked one. */
export type SessionSso = { provider: string; identity: string; sid: string | null; secondFactor: boolean }

/** Where a session was used. */
export type SessionPlace = { address: string; userAgent: string }

/** Adds a session, and returns its id. */
export async function createSession(
  db: Database,
  of: { userId: string; sso?: SessionSso | undefined } & SessionPlace,
  tokens: HashedTokens,
  now: number,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: of.userId,
      created_at: now,
      last_used_at: now,
      address: of.address,
      user_agent: of.userAgent,
      sso_identity: of.sso?.identity ?? null,
      sso_provider: of.sso?.provider ?? null,
      sso_sid: of.sso?.sid ?? null,
      second_factor: Number(of.sso?.secondFactor ?? false),
      ...columns(tokens),
    })
    .execute()
  return id
}

/** A condition: the session began at a provider, or need not have. One that began while this was required ends so, too. */
function beganAsRequired({ eb, or }: ExpressionBuilder<Tables, 'users' | 'accounts' | 'sessions'>) {
  return or([
    eb('accounts.require_sso', '=', 0),
    eb('users.is_supper_admin', '=', 1),
    eb('sessions.sso_provider', 'is not', null),
  ])
}

/**
 * The session of an access token, with its user; null if the token is unknown or has expired, its user or account has
 * expired or is suspended, or the account requires that it began at a provider.
 */
export async function findSession(
  db: Database,
  accessHash: string,
  now: number,
): Promise<BrowserSession | null> {
  const row = await selectSessions(db)
    .where('sessions.access_hash', '=', accessHash)
    .where('sessions.access_expires_at', '>', now)
    .where('sessions.refresh_expires_at', '>', now)
    .where(isActiveAt(now))
    .executeTakeFirst()
  return row ? sessionOf(row) : null
}

/** The session with this id, whatever its access token is by now; null if it has ended, or its user as in `findSession`. */
export async function findOpenSession(db: Database, id: string, now: number): Promise<BrowserSession | null> {
  const row = await selectSessions(db)
    .where('sessions.id', '=', id)
    .where('sessions.refresh_expires_at', '>', now)
    .where(isActiveAt(now))
    .executeTakeFirst()
  return row ? sessionOf(row) : null
}

function selectSessions(db: Database) {
  return selectUsers(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where(beganAsRequired)
    .select([
      'sessions.id as session_id',
      'sessions.confirmed_until',
      'sessions.last_used_at',
      'sessions.second_factor',
      'sessions.sso_provider',
      'sessions.sso_identity',
    ])
}

function sessionOf(
  row: Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>,
): BrowserSession {
  return {
    id: row.session_id,
    user: {
      ...userOf(row),
      ...(row.second_factor === 1 && { secondFactor: true }),
      ...(row.sso_provider !== null && { provider: row.sso_provider }),
    },
    confirmedUntil: row.confirmed_until,
    lastUsedAt: row.last_used_at,
    identity: row.sso_identity,
  }
}

/** Records that a session is used, and from where, at most once a minute. */
export async function touchSession(
  db: Database,
  session: Pick<BrowserSession, 'id' | 'lastUsedAt'>,
  place: SessionPlace,
  now: number,
): Promise<void> {
  if (session.lastUsedAt > now - 60) return
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, address: place.address, user_agent: place.userAgent })
    .where('id', '=', session.id)
    .execute()
}

/** Marks the user's identity as confirmed in this session, until `until` (unix seconds). False if it has ended. */
export async function confirmSession(db: Database, id: string, until: number): Promise<boolean> {
  const confirmed = await db
    .updateTable('sessions')
    .set({ confirmed_until: until })
    .where('id', '=', id)
    .executeTakeFirst()
  return confirmed.numUpdatedRows === 1n
}

/**
 * Exchanges a session's current tokens for new ones. Reusing a refresh token ends its session, whatever access token
 * comes with it; `reused` is then the user's id. No session outlives 90 days. For a transaction.
 * Source: RFC 9700, section 4.14.2 (refresh token rotation).
 */
export async function rotateSession(
  db: Transaction,
  present: { accessHash: string; refreshHash: string },
  next: HashedTokens,
  now: number,
): Promise<'rotated' | 'unknown' | { reused: string }> {
  const session = await db
    .updateTable('sessions')
    .set(({ case: when, eb }) => ({
      ...columns(next),
      refresh_expires_at: when()
        .when('created_at', '<', next.refreshExpiresAt - longest)
        .then(eb('created_at', '+', longest))
        .else(eb.val(next.refreshExpiresAt))
        .end(),
    }))
    .where('refresh_hash', '=', present.refreshHash)
    .where('access_hash', '=', present.accessHash)
    .where('refresh_expires_at', '>', now)
    .where('user_id', 'in', query =>
      query
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.id', 'users.account_id')
        .select('users.id')
        .where(isActiveAt(now))
        .where(beganAsRequired),
    )
    .returning('id')
    .executeTakeFirst()
  if (session) {
    await db
      .insertInto('used_refresh_tokens')
      .values({ hash: present.refreshHash, session_id: session.id, used_at: now })
      .execute()
    return 'rotated'
  }
  const used = await db
    .selectFrom('used_refresh_tokens')
    .select('session_id')
    .where('hash', '=', present.refreshHash)
    .executeTakeFirst()
  if (!used) return 'unknown'
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', used.session_id)
    .returning('user_id')
    .executeTakeFirst()
  return ended ? { reused: ended.user_id } : 'unknown'
}

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

type ListedSession = SessionPlace & { id: string; createdAt: number; lastUsedAt: number }

/** A user's sessions that can still be used or renewed, the last used first. */
export async function listSessions(db: Database, userId: string, now: number): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('refresh_expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(fieldsOf)
}

/** Ends a session of the user; returns where it was used, or null if the user has no such session. */
export async function endSessionOf(db: Database, userId: string, id: string): Promise<SessionPlace | null> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['address', 'user_agent'])
    .executeTakeFirst()
  return ended ? { address: ended.address, userAgent: ended.user_agent } : null
}

/** Ends the session of an access token, expired or not; returns its user. */
export async function endSessionByToken(
  db: Database,
  accessHash: string,
): Promise<(SessionPlace & { userId: string }) | null> {
  const ended = await db
    .deleteFrom('sessions')
    .where('access_hash', '=', accessHash)
    .returning(['user_id', 'address', 'user_agent'])
    .executeTakeFirst()
  return ended ? { userId: ended.user_id, address: ended.address, userAgent: ended.user_agent } : null
}

/** Ends a user's sessions except the `keep` most recently used; returns where they were used. */
export async function endOldSessions(db: Database, userId: string, keep: number): Promise<SessionPlace[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', query =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('created_at', 'desc')
        .limit(keep),
    )
    .returning(['address', 'user_agent'])
    .execute()
  return ended.map(each => ({ address: each.address, userAgent: each.user_agent }))
}

/** Ends a user's sessions except `keep`; returns how many. For a transaction that locks the user's row. */
export async function endOtherSessions(db: Transaction, userId: string, keep: string): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keep)
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/**
 * Ends the sessions that a user began at a provider; with `sid` those that it names so, or not at all. Returns where they
 * were used.
 */
export async function endSessionsOfIdentity(
  db: Database,
  identity: string,
  sid?: string,
): Promise<SessionPlace[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('sso_identity', '=', identity)
    .$if(sid !== undefined, query =>
      query.where(({ eb, or }) => or([eb('sso_sid', '=', sid!), eb('sso_sid', 'is', null)])),
    )
    .returning(['address', 'user_agent'])
    .execute()
  return ended.map(each => ({ address: each.address, userAgent: each.user_agent }))
}

/** Notes the provider's name of its own session, which a new sign-in there may have replaced. */
export async function keepSid(db: Database, id: string, sid: string): Promise<void> {
  await db.updateTable('sessions').set({ sso_sid: sid }).where('id', '=', id).execute()
}

/** Deletes sessions that can no longer be renewed, and used tokens older than `tokenLife` seconds. */
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
