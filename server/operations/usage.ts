import { LRUCache } from 'lru-cache'
import type { Quota } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { inTurns } from '../limits/in-turns.ts'
import type { Held, StorageAdmin, UserUsage } from '../storage-admin/storage-admin.ts'
import { noteFull } from '../store/accounts.ts'
import type { Database } from '../store/open.ts'

type Deps = {
  admin: Pick<StorageAdmin, 'capabilities' | 'usage' | 'bucketStats'>
  log: { warn(fields: { err: unknown }, message: string): void }
}

/** Concurrent calls to the storage. */
const atOnce = 8

/** What storage users hold, by uid; null if the storage does not report it, without failing. */
export async function usageOfUsers(
  { admin, log }: Deps,
  uids: string[],
): Promise<Map<string, UserUsage | null>> {
  const held = await inTurns(atOnce, uids, async uid => {
    if (!admin.capabilities.usage) return null
    return admin.usage(uid).catch(error => {
      log.warn({ err: error }, 'The storage does not tell the usage of an account.')
      return null
    })
  })
  return new Map(uids.map((uid, index) => [uid, held[index] ?? null]))
}

/** The sizes of a storage user's buckets, by name; null if the storage does not report them. */
export async function bucketSizes({ admin, log }: Deps, uid: string): Promise<Map<string, Held> | null> {
  if (!admin.capabilities.usage) return null
  try {
    return await admin.bucketStats(uid)
  } catch (error) {
    log.warn({ err: error }, 'The storage does not tell the sizes of buckets.')
    return null
  }
}

/** The one size of an account: as its quota counts it, if it has one. */
export const usedOf = ({ bytes, quota, counted }: UserUsage): number => (quota === null ? bytes : counted)

/** How much of an account's quota is used, as counted by the storage. `now`: ms. */
export async function quotaOf(
  { db, admin, now }: { db: Database; admin: Pick<StorageAdmin, 'usage'>; now: () => number },
  { accountId, storageUid }: { accountId: string; storageUid: string },
): Promise<Quota> {
  const held = await admin.usage(storageUid)
  if (!held) return { percentUse: 0, usage: null, total: null, full_since: null }
  const { quota, counted, full } = held
  const fullSince = await noteFull(db, accountId, full, Math.floor(now() / 1000))
  if (quota === null) return { percentUse: 0, usage: usedOf(held), total: null, full_since: null }
  const percentUse = quota === 0 ? 0 : Math.round((counted / quota) * 10_000) / 100
  return { percentUse, usage: usedOf(held), total: quota, full_since: fullSince }
}

/** ms for which the free bytes are cached: a program may start many uploads at once. */
const remembered = 5000

/** Refuses what exceeds the quota. The storage does so too, but only after bytes were sent. */
export type RequireRoom = (user: { accountId: string; storageUid: string }, bytes: number) => Promise<void>

export function makeRequireRoom(deps: Parameters<typeof quotaOf>[0]): RequireRoom {
  const known = new LRUCache<string, { at: number; room: number }>({ max: 1000 })
  return async (user, bytes) => {
    const at = deps.now()
    let found = known.get(user.accountId)
    if (!found || at - found.at >= remembered) {
      // If the storage does not report it now, it refuses later.
      const quota = await quotaOf(deps, user).catch(() => null)
      const room = quota?.total == null ? Number.POSITIVE_INFINITY : quota.total - (quota.usage ?? 0)
      found = { at, room }
      known.set(user.accountId, found)
    }
    if (bytes > found.room) throw new Problem('NOT_ENOUGH_STORAGE')
  }
}
