import { inTurns } from '../limits/in-turns.ts'
import type { Held, StorageAdmin, UserUsage } from '../storage-admin/storage-admin.ts'

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
