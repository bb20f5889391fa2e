import type { Held, StorageAdmin } from '../storage-admin/storage-admin.ts'

type Deps = {
  admin: Pick<StorageAdmin, 'capabilities' | 'usage' | 'bucketStats'>
  log: { warn(fields: { err: unknown }, message: string): void }
}

/** Calls to the storage in flight at once. */
const atOnce = 8

/** The bytes of storage users, by uid; null where the storage does not tell, which fails nothing. */
export async function usageOfUsers(
  { admin, log }: Deps,
  uids: string[],
): Promise<Map<string, number | null>> {
  const usage = new Map<string, number | null>()
  const left = uids.values()
  const worker = async () => {
    for (const uid of left) {
      if (!admin.capabilities.usage) usage.set(uid, null)
      else {
        const held = await admin.usage(uid).catch(error => {
          log.warn({ err: error }, 'The storage does not tell the usage of an account.')
          return null
        })
        usage.set(uid, held?.bytes ?? null)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return usage
}

/** The sizes of a storage user's buckets, by name; null where the storage does not tell. */
export async function bucketSizes({ admin, log }: Deps, uid: string): Promise<Map<string, Held> | null> {
  if (!admin.capabilities.usage) return null
  try {
    return await admin.bucketStats(uid)
  } catch (error) {
    log.warn({ err: error }, 'The storage does not tell the sizes of buckets.')
    return null
  }
}
