import type { Database } from '../store/open.ts'
import { takeUnrecorded, withUnrecorded } from '../store/share-downloads.ts'
import type { Share } from '../store/shares.ts'
import { findUser, type User } from '../store/users.ts'
import type { Actor } from './actor.ts'
import { audit } from './record.ts'

type Recorded = Pick<Share, 'id' | 'bucket' | 'path'>

/**
 * Records the downloads that the audit log does not have: at most one entry an hour for a share, unless it `ends`. `by`: the
 * guest of the last one.
 */
export async function recordDownloads(
  db: Database,
  { id, bucket, path }: Recorded,
  maker: User,
  { visitor, now }: Pick<Actor, 'visitor' | 'now'>,
  ends = false,
): Promise<void> {
  await db.transaction().execute(async trx => {
    const count = await takeUnrecorded(trx, id, Math.floor(now / 1000), ends)
    if (count === 0) return
    const detail = { kind: 'guests', path, count } as const
    await audit(trx, { user: maker, visitor, now, operator: '' }, 'SHARE_DOWNLOADED', {
      target: bucket,
      detail,
    })
  })
}

/** Records the last downloads of each hour. `now`: ms. */
export async function recordEarlierDownloads(
  db: Database,
  now: number,
  stopping: AbortSignal,
): Promise<void> {
  for (const { userId, ...share } of await withUnrecorded(db, Math.floor(now / 1000))) {
    if (stopping.aborted) return
    const maker = await findUser(db, userId)
    if (maker) await recordDownloads(db, share, maker, { visitor: { address: '', userAgent: '' }, now })
  }
}
