import { inTurns } from '../limits/in-turns.ts'
import type { Held, StorageAdmin } from '../storage-admin/storage-admin.ts'

type Deps = {
  admin: Pick<StorageAdmin, 'capabilities' | 'usage' | 'bucketStats'>
  log: { warn(fields: { err: unknown }, message: string): void }
}

/** Concurrent calls to the storage. */
const atOnce = 8

/** The bytes of storage users, by uid; null if the storage does not report them, without failing. */
export async function usageOfUsers(
  { admin, log }: Deps,
  uids: string[],
): Promise<Map<string, number | null>> {
  const bytes = await inTurns(atOnce, uids, async uid => {
    if (!admin.capabilities.usage) return null
    const held = await admin.usage(uid).catch(error => {
      log.warn({ err: error }, 'The storage does not tell the usage of an account.')
      return null
    })
    return held?.bytes ?? null
  })
  return new Map(uids.map((uid, index) => [uid, bytes[index] ?? null]))
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
