import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './open.ts'

export type Passkey = {
  id: string
  userId: string
  /** Base64url. */
  credentialId: string
  /** A COSE key, base64url. */
  publicKey: string
  counter: number
  transports: string[]
  aaguid: string
  name: string
  /** Whether its provider keeps it on several devices. */
  backedUp: boolean
  /** Unix seconds. */
  createdAt: number
  /** Unix seconds; null: not yet. */
  lastUsedAt: number | null
}

function selectPasskeys(db: Database) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'user_id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'aaguid',
      'name',
      'backed_up',
      'created_at',
      'last_used_at',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPasskeys>['executeTakeFirstOrThrow']>>

const passkeyOf = (row: Row): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports) as string[],
  aaguid: row.aaguid,
  name: row.name,
  backedUp: row.backed_up === 1,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

/** The user's passkeys, the newest first. */
export async function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  const rows = await selectPasskeys(db)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(passkeyOf)
}

/** The passkey with this credential id, of any user, or null. */
export async function findPasskey(db: Database, credentialId: string): Promise<Passkey | null> {
  const row = await selectPasskeys(db).where('credential_id', '=', credentialId).executeTakeFirst()
  return row ? passkeyOf(row) : null
}

/** Adds a passkey; null if its credential id is taken. For a transaction that locks the user's row. */
export async function addPasskey(
  db: Transaction,
  passkey: Omit<Passkey, 'id' | 'lastUsedAt'>,
): Promise<Passkey | null> {
  const id = randomUUID()
  const added = await db
    .insertInto('passkeys')
    .values({
      id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      aaguid: passkey.aaguid,
      name: passkey.name,
      backed_up: Number(passkey.backedUp),
      created_at: passkey.createdAt,
    })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 0n ? null : { ...passkey, id, lastUsedAt: null }
}

/**
 * Stores that a passkey was used, in one statement. False if it was removed, or its counter has not increased: then a
 * copy of it was used. Source: WebAuthn Level 3, 6.1.1.
 */
export async function countUse(
  db: Transaction,
  id: string,
  use: { counter: number; backedUp: boolean },
  now: number,
): Promise<boolean> {
  const { counter } = use
  const used = await db
    .updateTable('passkeys')
    .set({ counter, backed_up: Number(use.backedUp), last_used_at: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Renames the user's passkey, and returns its name before; null if the user has none with this id. For a transaction. */
export async function renamePasskey(
  db: Transaction,
  userId: string,
  id: string,
  name: string,
): Promise<string | null> {
  const own = (await listPasskeys(db, userId)).find(passkey => passkey.id === id)
  if (!own) return null
  await db.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
  return own.name
}

/** Deletes the user's passkey, and returns its name; null if the user has none with this id. */
export async function deletePasskey(db: Database, userId: string, id: string): Promise<string | null> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name ?? null
}

/** Deletes the passkeys that a user has added since `since` (unix seconds); returns their names. */
export async function deletePasskeysSince(db: Transaction, userId: string, since: number): Promise<string[]> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returning('name')
    .execute()
  return deleted.map(({ name }) => name).sort()
}

/** Marks a challenge as answered until it expires (unix seconds). False if it was before. */
export async function spendChallenge(db: Transaction, hash: string, expiresAt: number): Promise<boolean> {
  const spent = await db
    .insertInto('used_passkey_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}

export async function prunePasskeyChallenges(db: Database, now: number): Promise<void> {
  await db.deleteFrom('used_passkey_challenges').where('expires_at', '<=', now).execute()
}
