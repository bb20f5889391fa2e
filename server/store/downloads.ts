import type { Database } from './open.ts'

/** Maximum number of a user's downloads that have not begun. */
const most = 20

/** `hash`: SHA-256 of the token; `selection`: JSON; `size`: bytes of the archive; `expiresAt`: unix seconds. */
export type Download = { hash: string; userId: string; expiresAt: number; selection: string; size: number }

/** Stores a download; if the user has too many, the oldest are dropped. */
export async function addDownload(db: Database, download: Download): Promise<void> {
  await db
    .insertInto('downloads')
    .values({
      ...{ hash: download.hash, user_id: download.userId, expires_at: download.expiresAt },
      ...{ selection: download.selection, size: download.size },
    })
    .execute()
  await db
    .deleteFrom('downloads')
    .where('user_id', '=', download.userId)
    .where('hash', 'not in', query =>
      query
        .selectFrom('downloads')
        .select('hash')
        .where('user_id', '=', download.userId)
        .orderBy('expires_at', 'desc')
        .limit(most),
    )
    .execute()
}

/** Uses up a download of the user; null if there is none, or it was used or has expired. */
export async function takeDownload(
  db: Database,
  hash: string,
  userId: string,
  now: number,
): Promise<Pick<Download, 'selection' | 'size'> | null> {
  const row = await db
    .deleteFrom('downloads')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning(['selection', 'size'])
    .executeTakeFirst()
  return row ?? null
}

export async function pruneDownloads(db: Database, now: number): Promise<void> {
  await db.deleteFrom('downloads').where('expires_at', '<=', now).execute()
}
