import { locksLater, type Retention } from '../../domain/object-lock.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { BucketObjectLock } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import {
  getObjectLock,
  getVersioning,
  type ObjectLock,
  putObjectLock,
  putVersioning,
  readObjectLock,
} from '../storage/bucket-settings.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks; storageKind: StorageKind }

/** BUCKET_NOT_FOUND; NOT_SUPPORTED if the storage has no object lock. */
export async function objectLockOf(
  { access, storageKind }: Pick<Deps, 'access' | 'storageKind'>,
  user: User,
  bucket: string,
): Promise<BucketObjectLock> {
  const { client } = await access.clientToRead(user, { bucket })
  return shown(storageKind, await readObjectLock(client, bucket))
}

/**
 * Sets the default retention; if the lock is off, enables versions and then the lock, permanently. BUCKET_NOT_FOUND,
 * SETTING_CHANGED; NOT_SUPPORTED if the storage locks only new buckets.
 */
export async function setObjectLock(
  deps: Deps,
  by: By,
  { bucket, retention, revision }: { bucket: string; retention: Retention | null; revision: string },
): Promise<BucketObjectLock> {
  const { client } = await deps.access.clientForUser(by.user)
  const before = await changeSetting(deps, bucket, {
    revision,
    read: () => getObjectLock(client, bucket),
    async write(before) {
      if (!before.enabled) {
        if (differsFromS3(deps.storageKind, 'lock-later')) throw new Problem('NOT_SUPPORTED')
        const versioning = await getVersioning(client, bucket)
        if (versioning !== 'enabled') {
          await putVersioning(client, bucket, 'enabled')
          const detail = changes({ versioning }, { versioning: 'enabled' })
          await audit(deps.db, by, 'BUCKET_VERSIONING_CHANGED', { target: bucket, detail })
        }
      }
      await putObjectLock(client, bucket, retention).catch(error => {
        const tooLate = !before.enabled && error instanceof Problem && error.code === 'LOCK_KEEPS_VERSIONS'
        throw tooLate ? new Problem('NOT_SUPPORTED', { cause: error }) : error
      })
      return before
    },
  })
  const after: ObjectLock = {
    enabled: true,
    mode: retention?.mode ?? null,
    days: retention?.days ?? null,
    years: null,
  }
  const detail = changes({ object_lock: before }, { object_lock: after })
  if (detail) await audit(deps.db, by, 'BUCKET_LOCK_CHANGED', { target: bucket, detail })
  return shown(deps.storageKind, after)
}

function shown(kind: StorageKind, lock: ObjectLock): BucketObjectLock {
  const available = lock.enabled || !differsFromS3(kind, 'lock-later')
  return { ...lock, available, later: locksLater(kind), revision: revisionOf(lock) }
}
