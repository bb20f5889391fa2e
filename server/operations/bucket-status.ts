import type { StorageKind } from '../../domain/storage-differences.ts'
import type { BucketStatus } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { inTurns } from '../limits/in-turns.ts'
import { readAccess } from '../storage/bucket-access.ts'
import { getObjectLock, getVersioning, type ObjectLock } from '../storage/bucket-settings.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { User } from '../store/users.ts'
import { publicBy } from './bucket-acl.ts'

/** Buckets that are queried at once: each takes five requests. */
const atOnce = 5

/**
 * The features that are on for each bucket; null if the storage does not report them. STORAGE_UNAVAILABLE,
 * TOO_MANY_REQUESTS.
 */
export async function statusOfBuckets(
  { access, storageKind }: { access: AccountAccess; storageKind: StorageKind },
  user: User,
  buckets: readonly string[],
): Promise<BucketStatus[]> {
  // A user with a scope has no access to a bucket's settings: the owner's key reads these for the user's buckets.
  const clientOf = (bucket: string) =>
    user.scope === null ? access.clientToRead(user, { bucket }) : access.clientForAccount(user)
  return inTurns(atOnce, buckets, async bucket => {
    const asked = await ifTold(clientOf(bucket))
    if (asked === null) return { bucket, acl: null, versioning: null, object_lock: null }
    const { client } = asked
    const [found, versioning, lock] = await Promise.all([
      ifTold(readAccess(client, bucket)),
      ifTold(getVersioning(client, bucket)),
      ifTold(getObjectLock(client, bucket)),
    ])
    return {
      bucket,
      acl: found && (publicBy(storageKind, bucket, found).length > 0 ? 'public' : 'private'),
      versioning,
      object_lock: lock && { enabled: lock.enabled, retention: retentionOf(lock) },
    }
  })
}

function retentionOf({ mode, days, years }: ObjectLock): { mode: typeof mode & string; days: number } | null {
  return mode === null ? null : { mode, days: days ?? (years ?? 0) * 365 }
}

async function ifTold<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && (error.status < 429 || error.status === 501)) return null
    throw error
  }
}
