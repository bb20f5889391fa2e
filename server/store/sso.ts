import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './open.ts'

/** A person at a provider. Source: OpenID Connect Core 1.0, 5.7 (`iss` and `sub` alone identify). */
export type Subject = { issuer: string; subject: string }

export type Identity = {
  id: string
  userId: string
  /** The user's own expiry before the provider's rules ended the rights; null: they have not. */
  endedFrom: number | null
}

/** Sign-ins at providers that may be under way at once. */
const mostRequests = 10_000

/**
 * A sign-in at a provider that is under way. `sessionId`: it confirms the user of this session; null: it begins one. Times:
 * unix seconds.
 */
export type SsoRequest = {
  stateHash: string
  secretHash: string
  provider: string
  sessionId: string | null
  returnTo: string
  expiresAt: number
}

/** Stores a sign-in that begins; false if too many are under way. `now`: unix seconds. */
export async function addSsoRequest(db: Database, request: SsoRequest, now: number): Promise<boolean> {
  await pruneSso(db, now)
  const { count } = await db
    .selectFrom('sso_requests')
    .select(query => query.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostRequests) return false
  await db
    .insertInto('sso_requests')
    .values({
      state_hash: request.stateHash,
      secret_hash: request.secretHash,
      provider: request.provider,
      return_to: request.returnTo,
      expires_at: request.expiresAt,
      session_id: request.sessionId,
    })
    .execute()
  return true
}

/**
 * Uses a begun sign-in up, whatever comes of it; null if it is unknown, used, expired, or of another browser, provider,
 * session or purpose.
 */
export async function takeSsoRequest(
  db: Database,
  request: Omit<SsoRequest, 'returnTo' | 'expiresAt'>,
  now: number,
): Promise<Pick<SsoRequest, 'returnTo' | 'expiresAt'> | null> {
  const taken = await db
    .deleteFrom('sso_requests')
    .where('state_hash', '=', request.stateHash)
    .where('secret_hash', '=', request.secretHash)
    .where('provider', '=', request.provider)
    .where('session_id', request.sessionId === null ? 'is' : '=', request.sessionId)
    .where('expires_at', '>', now)
    .returning(['return_to', 'expires_at'])
    .executeTakeFirst()
  return taken ? { returnTo: taken.return_to, expiresAt: taken.expires_at } : null
}

const selectIdentities = (db: Database) =>
  db.selectFrom('sso_identities').select(['id', 'user_id', 'ended_from'])

const identityOf = (row: { id: string; user_id: string; ended_from: number | null }): Identity => ({
  id: row.id,
  userId: row.user_id,
  endedFrom: row.ended_from,
})

export async function findIdentity(db: Database, { issuer, subject }: Subject): Promise<Identity | null> {
  const row = await selectIdentities(db)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row ? identityOf(row) : null
}

/** The identities at a provider that have this subject, or a session that it names `sid`. */
export async function identitiesOf(
  db: Database,
  issuer: string,
  { sub, sid }: { sub?: string | undefined; sid?: string | undefined },
): Promise<Identity[]> {
  const rows = await selectIdentities(db)
    .where('issuer', '=', issuer)
    .where(({ eb, exists, selectFrom }) =>
      sub !== undefined
        ? eb('subject', '=', sub)
        : exists(
            selectFrom('sessions')
              .select('sessions.id')
              .whereRef('sso_identity', '=', 'sso_identities.id')
              .where('sso_sid', '=', sid ?? ''),
          ),
    )
    .execute()
  return rows.map(identityOf)
}

/** The identity with this id, or null; and whether a session that began with it is open. */
export async function identityInUse(
  db: Database,
  id: string,
): Promise<(Identity & { inUse: boolean }) | null> {
  const row = await selectIdentities(db).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const session = db.selectFrom('sessions').select('id').where('sso_identity', '=', id).limit(1)
  return { ...identityOf(row), inUse: (await session.executeTakeFirst()) !== undefined }
}

/** Whether the user signs in as another person of this provider. */
export async function hasIdentityAt(db: Database, userId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('sso_identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the identity's id; null if it, or another one of the user at this provider, exists. */
export async function addIdentity(
  db: Transaction,
  { issuer, subject }: Subject,
  userId: string,
  now: number,
): Promise<string | null> {
  const id = randomUUID()
  const added = await db
    .insertInto('sso_identities')
    .values({ id, user_id: userId, issuer, subject, created_at: now, last_used_at: now, ended_from: null })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n ? id : null
}

/** Marks the identity's rights as ended (`endedFrom`: see `Identity`), or as given again (null). */
export async function markEnded(db: Database, id: string, endedFrom: number | null): Promise<void> {
  await db.updateTable('sso_identities').set({ ended_from: endedFrom }).where('id', '=', id).execute()
}

export async function touchIdentity(db: Transaction, id: string, now: number): Promise<void> {
  await db.updateTable('sso_identities').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** A person at a provider who must give a user's password once. `terms`: JSON of what the rule gives. */
export type LinkRequest = Subject & { provider: string; sid: string | null; userId: string; terms: string }

/** Stores a link that waits for the user's password; it replaces earlier ones of the user. `expiresAt`: unix seconds. */
export async function addLinkRequest(
  db: Transaction,
  { hash, expiresAt, ...link }: LinkRequest & { hash: string; expiresAt: number },
): Promise<void> {
  await db.deleteFrom('sso_links').where('user_id', '=', link.userId).execute()
  const { issuer, subject, provider, sid, userId, terms } = link
  await db
    .insertInto('sso_links')
    .values({ hash, user_id: userId, issuer, subject, provider, sid, terms, expires_at: expiresAt })
    .execute()
}

export async function findLinkRequest(db: Database, hash: string, now: number): Promise<LinkRequest | null> {
  const row = await db
    .selectFrom('sso_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { user_id: userId, issuer, subject, provider, sid, terms } = row
  return { userId, issuer, subject, provider, sid, terms }
}

/** Uses a link up, in one statement. False if another request did, or it has expired. */
export async function takeLinkRequest(db: Transaction, hash: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('sso_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function pruneSso(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sso_requests').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sso_links').where('expires_at', '<=', now).execute()
}
