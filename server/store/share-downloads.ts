import { sql } from 'kysely'
import type { Database, Transaction } from './open.ts'

/** A request for bytes of a shared file. `guest`: a digest of who asks; `bytes`: how many; `now`: unix seconds. */
export type GuestRequest = {
  shareId: string
  guest: string
  etag: string
  /** Whether it begins after the file's first byte. */
  resumes: boolean
  bytes: number
  /** Bytes of the file. */
  size: number
  from: string
  now: number
}

/** Seconds in which a download may be resumed. */
const resumable = 24 * 60 * 60

/**
 * Counts a download, before its first byte. What resumes one of the same guest is no other download, as long as all of
 * its resumed requests together are no longer than the file. `refused`: all downloads that the share allows are used up.
 * One statement decides each, so that no two guests get the last one.
 */
export async function countDownload(
  db: Database,
  request: GuestRequest,
): Promise<'counted' | 'resumed' | 'refused'> {
  if (request.resumes && (await resume(db, request))) return 'resumed'
  return db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('shares')
      .set({ downloads: sql<number>`downloads + 1`, last_at: request.now, last_from: request.from })
      .where('id', '=', request.shareId)
      .where(({ eb, or, ref }) =>
        or([eb('download_limit', 'is', null), eb('downloads', '<', ref('download_limit'))]),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'refused'
    await allowResuming(trx, request)
    return 'counted'
  })
}

async function resume(db: Database, { shareId, guest, etag, bytes, now }: GuestRequest): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('share_downloads')
    .set({ bytes_left: sql<number>`bytes_left - ${bytes}` })
    .where('share_id', '=', shareId)
    .where('guest', '=', guest)
    .where('etag', '=', etag)
    .where('expires_at', '>', now)
    .where('bytes_left', '>=', bytes)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function allowResuming(db: Transaction, request: GuestRequest): Promise<void> {
  const { shareId, guest, etag, size, now } = request
  await db
    .insertInto('share_downloads')
    .values({ share_id: shareId, guest, etag, bytes_left: size, expires_at: now + resumable })
    .onConflict(conflict =>
      conflict.columns(['share_id', 'guest', 'etag']).doUpdateSet({
        bytes_left: sql<number>`case when share_downloads.expires_at > ${now} then share_downloads.bytes_left + ${size} else excluded.bytes_left end`,
        expires_at: now + resumable,
      }),
    )
    .execute()
}

export async function pruneShareDownloads(db: Database, now: number): Promise<void> {
  await db.deleteFrom('share_downloads').where('expires_at', '<=', now).execute()
}

/** Seconds between two records of a share's downloads in the audit log. */
const apart = 60 * 60

/**
 * The downloads that the audit log does not have yet, which are to be recorded with the same transaction; 0 where the
 * last record is younger than an hour, unless the share `ends`. `now`: unix seconds.
 */
export async function takeUnrecorded(
  db: Transaction,
  shareId: string,
  now: number,
  ends: boolean,
): Promise<number> {
  const row = await db
    .selectFrom('shares')
    .select(['downloads', 'audited'])
    .where('id', '=', shareId)
    .executeTakeFirst()
  if (!row || row.downloads <= row.audited) return 0
  const { numUpdatedRows } = await db
    .updateTable('shares')
    .set({ audited: row.downloads, audited_at: now })
    .where('id', '=', shareId)
    .where('audited', '=', row.audited)
    .where('audited_at', '<=', ends ? now : now - apart)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? row.downloads - row.audited : 0
}

/** The shares with downloads that the audit log should have by now. `now`: unix seconds. */
export function withUnrecorded(
  db: Database,
  now: number,
): Promise<{ id: string; userId: string; bucket: string; path: string }[]> {
  return db
    .selectFrom('shares')
    .select(['id', 'user_id as userId', 'bucket', 'path'])
    .whereRef('downloads', '>', 'audited')
    .where('audited_at', '<=', now - apart)
    .limit(1000)
    .execute()
}
