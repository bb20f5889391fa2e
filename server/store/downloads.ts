import type { Database } from './open.ts'

/** Of one user that wait to begin. */
const most = 20

/** `hash`: SHA-256 of the token; `selection`: JSON; `size`: bytes of the archive; `expiresAt`: unix seconds. */
export type Download = { hash: string; userId: string; expiresAt: number; selection: string; size: number }

/** Keeps a download; of a user who has too many, the oldest go. */
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

/** Takes a download of the user, once; null where there is none, or none any more. */
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
