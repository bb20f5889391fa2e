import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '../../languages/languages.ts'
import type { ShareMode } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** What guests may do with a share, and until when. `expireDate`: unix seconds; 0: forever. */
export type ShareTerms = {
  mode: ShareMode
  expireDate: number
  /** null: none. */
  passwordHash: string | null
  /** null: any number. */
  downloadLimit: number | null
  note: string
  /** The language of its page; null: that of each guest. */
  language: Locale | null
}

/** What a share opens. `versionId`: null: whichever is the current one. */
export type SharedFile = { bucket: string; path: string; versionId: string | null }

export type Share = ShareTerms &
  SharedFile & {
    id: string
    accountId: string
    userId: string
    /** Who paused it; null: nobody. */
    pause: 'person' | 'attack' | null
    createdAt: number
    views: number
    downloads: number
    lastAt: number | null
    lastFrom: string
  }

const columns = [
  'shares.id',
  'shares.account_id as accountId',
  'shares.user_id as userId',
  'shares.bucket',
  'shares.path',
  'shares.version_id as versionId',
  'shares.mode',
  'shares.expire_date as expireDate',
  'shares.password_hash as passwordHash',
  'shares.download_limit as downloadLimit',
  'shares.note',
  'shares.language',
  'shares.pause',
  'shares.created_at as createdAt',
  'shares.views',
  'shares.downloads',
  'shares.last_at as lastAt',
  'shares.last_from as lastFrom',
] as const

/**
 * Adds a share; null if the account has `most` already. `now`: unix seconds. For a transaction that locks the account's
 * rows of users.
 */
export async function addShare(
  db: Database,
  share: ShareTerms & SharedFile & Pick<Share, 'accountId' | 'userId'> & { tokenHash: string; now: number },
  most: number,
): Promise<Share | null> {
  const row = await db
    .selectFrom('shares')
    .select(query => query.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', share.accountId)
    .executeTakeFirstOrThrow()
  if (Number(row.count) >= most) return null
  return db
    .insertInto('shares')
    .values({
      id: randomUUID(),
      account_id: share.accountId,
      user_id: share.userId,
      token_hash: share.tokenHash,
      bucket: share.bucket,
      path: share.path,
      version_id: share.versionId,
      ...termsColumns(share),
      pause: null,
      created_at: share.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

const termsColumns = (terms: ShareTerms) => ({
  mode: terms.mode,
  expire_date: terms.expireDate,
  password_hash: terms.passwordHash,
  download_limit: terms.downloadLimit,
  note: terms.note,
  language: terms.language,
})

/** Whose shares: all of an account, or those of one of its users. */
export type ShareOwner = { accountId: string; userId: string | null }

/** The shares of an account or a user, newest first, with the e-mail address of the user who made each. */
export function listShares(
  db: Database,
  { accountId, userId }: ShareOwner,
  { bucket, path }: { bucket?: string | undefined; path?: string | undefined } = {},
): Promise<(Share & { by: string })[]> {
  return db
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.user_id')
    .select([...columns, 'users.email as by'])
    .where('shares.account_id', '=', accountId)
    .$if(userId !== null, query => query.where('shares.user_id', '=', userId!))
    .$if(bucket !== undefined, query => query.where('shares.bucket', '=', bucket!))
    .$if(path !== undefined, query => query.where('shares.path', '=', path!))
    .orderBy('shares.created_at', 'desc')
    .orderBy('shares.id')
    .execute()
}

/** A share of an account or a user by its id; null if there is none. */
export async function findShare(
  db: Database,
  { accountId, userId }: ShareOwner,
  id: string,
): Promise<(Share & { by: string }) | null> {
  const row = await db
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.user_id')
    .select([...columns, 'users.email as by'])
    .where('shares.id', '=', id)
    .where('shares.account_id', '=', accountId)
    .$if(userId !== null, query => query.where('shares.user_id', '=', userId!))
    .executeTakeFirst()
  return row ?? null
}

/** The share with this hash of its token, whatever its state; null if there is none. */
export async function findSharedBy(db: Database, tokenHash: string): Promise<Share | null> {
  const row = await db
    .selectFrom('shares')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

export async function changeShare(
  db: Database,
  id: string,
  share: ShareTerms & Pick<Share, 'pause'>,
): Promise<void> {
  await db
    .updateTable('shares')
    .set({ ...termsColumns(share), pause: share.pause })
    .where('id', '=', id)
    .execute()
}

/** Pauses a share that is attacked. False if it is paused already, or gone. */
export async function pauseAttacked(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shares')
    .set({ pause: 'attack' })
    .where('id', '=', id)
    .where('pause', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteShare(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('shares').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Counts that the page was opened, from this network. `now`: unix seconds. */
export async function countView(db: Database, id: string, from: string, now: number): Promise<void> {
  await db
    .updateTable('shares')
    .set({ views: sql<number>`views + 1`, last_at: now, last_from: from })
    .where('id', '=', id)
    .execute()
}

/** Deletes shares that expired before `until` (unix seconds). */
export async function pruneShares(db: Database, until: number): Promise<void> {
  await db.deleteFrom('shares').where('expire_date', '>', 0).where('expire_date', '<', until).execute()
}
