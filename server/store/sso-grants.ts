import type { Database, Transaction } from './open.ts'
import type { Subject } from './sso.ts'

/** What a provider gave to ask whether it still lets a person in. `sealedToken`: its refresh token. */
type Given = Subject & { id: string; provider: string; sealedToken: string }

/** `identity`: null while the person is not linked to a user. */
export type Grant = Given & { checkedAt: number; identity: string | null }

/** Keeps what was given last, under a new id. `now`: unix seconds. */
export async function keepGrant(
  db: Database,
  { issuer, subject, id, provider, sealedToken }: Given,
  now: number,
): Promise<void> {
  const kept = { id, provider, refresh_token: sealedToken, checked_at: now }
  await db
    .insertInto('sso_grants')
    .values({ issuer, subject, ...kept })
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doUpdateSet(kept))
    .execute()
}

/** Up to 100 of a provider that were checked last at `until` or before, the earliest first. */
export async function dueGrants(db: Database, provider: string, until: number): Promise<Grant[]> {
  const rows = await db
    .selectFrom('sso_grants')
    .leftJoin('sso_identities', join =>
      join
        .onRef('sso_identities.issuer', '=', 'sso_grants.issuer')
        .onRef('sso_identities.subject', '=', 'sso_grants.subject'),
    )
    .select([
      'sso_grants.id',
      'sso_grants.issuer',
      'sso_grants.subject',
      'provider',
      'refresh_token',
      'checked_at',
      'sso_identities.id as identity',
    ])
    .where('provider', '=', provider)
    .where('checked_at', '<=', until)
    .orderBy('checked_at')
    .limit(100)
    .execute()
  return rows.map(({ refresh_token: sealedToken, checked_at: checkedAt, ...row }) => ({
    ...row,
    sealedToken,
    checkedAt,
  }))
}

/** Takes a check for this process. False if another one has, or a newer sign-in. */
export async function claimGrant(db: Database, { id, checkedAt }: Grant, now: number): Promise<boolean> {
  const claimed = await db
    .updateTable('sso_grants')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where('checked_at', '=', checkedAt)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** Lets a claimed grant be checked again after `checkedAt`. */
export async function postponeGrant(db: Database, id: string, checkedAt: number): Promise<void> {
  await db.updateTable('sso_grants').set({ checked_at: checkedAt }).where('id', '=', id).execute()
}

export async function deleteGrant(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sso_grants').where('id', '=', id).execute()
}

/** Marks a provider's logout token as used until it expires (unix seconds). False if it was before. */
export async function spendLogoutToken(db: Transaction, hash: string, expiresAt: number): Promise<boolean> {
  const spent = await db
    .insertInto('used_logout_tokens')
    .values({ hash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}

/** Deletes what a provider that is no longer set up has left, too. */
export async function pruneGrants(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('sso_grants')
    .where('checked_at', '<=', now - 7 * 86_400)
    .execute()
  await db.deleteFrom('used_logout_tokens').where('expires_at', '<=', now).execute()
}
