import type { Database } from './open.ts'

/** An account's storage key pair; the secret is sealed. */
type AccountKey = { accessKey: string; sealedSecret: string }

/** The account's key pair, or null if there is none yet. */
export async function findAccountKey(db: Database, accountId: string): Promise<AccountKey | null> {
  const row = await db
    .selectFrom('account_keys')
    .select(['access_key', 'secret_key'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { accessKey: row.access_key, sealedSecret: row.secret_key } : null
}

/** Stores the account's key pair. False if another process stored one first. */
export async function keepAccountKey(
  db: Database,
  accountId: string,
  key: AccountKey,
  now: number,
): Promise<boolean> {
  const kept = await db
    .insertInto('account_keys')
    .values({
      account_id: accountId,
      access_key: key.accessKey,
      secret_key: key.sealedSecret,
      created_at: now,
    })
    .onConflict(conflict => conflict.column('account_id').doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}

export async function accountsWithKey(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('account_keys').select('account_id').execute()
  return rows.map(row => row.account_id)
}

/** Replaces the account's key pair; false if it has none. */
export async function replaceAccountKey(
  db: Database,
  accountId: string,
  key: AccountKey,
  now: number,
): Promise<boolean> {
  const changed = await db
    .updateTable('account_keys')
    .set({ access_key: key.accessKey, secret_key: key.sealedSecret, created_at: now })
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}
