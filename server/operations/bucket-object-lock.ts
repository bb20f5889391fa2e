import { locksLater } from '../../domain/object-lock.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { BucketObjectLock } from '../../openapi/schema.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
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
import type { Services } from './services.ts'

export function bucketObjectLockOperations(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'storageKind'>,
) {
  const { db, access, storageKind } = services
  return {
    async getBucketObjectLock({ query: { bucket }, session }) {
      const { client } = await access.clientToRead(session.user, { bucket })
      return shown(storageKind, await readObjectLock(client, bucket))
    },

    /** Sets the default retention; if the lock is off, enables versions and then the lock, permanently. */
    async putBucketObjectLock({ body: { bucket, retention, revision }, by }) {
      const { client } = await access.clientForUser(by.user)
      const before = await changeSetting(services, bucket, {
        revision,
        read: () => getObjectLock(client, bucket),
        async write(before) {
          if (!before.enabled) {
            if (differsFromS3(storageKind, 'lock-later')) throw new Problem('NOT_SUPPORTED')
            const versioning = await getVersioning(client, bucket)
            if (versioning !== 'enabled') {
              await putVersioning(client, bucket, 'enabled')
              const detail = changes({ versioning }, { versioning: 'enabled' })
              await audit(db, by, 'BUCKET_VERSIONING_CHANGED', { target: bucket, detail })
            }
          }
          await putObjectLock(client, bucket, retention).catch(error => {
            const tooLate =
              !before.enabled && error instanceof Problem && error.code === 'LOCK_KEEPS_VERSIONS'
            throw tooLate ? new Problem('NOT_SUPPORTED', { cause: error }) : error
          })
          return before
        },
      })
      const { mode = null, days = null } = retention ?? {}
      const after: ObjectLock = { enabled: true, mode, days, years: null }
      const detail = changes({ object_lock: before }, { object_lock: after })
      if (detail) await audit(db, by, 'BUCKET_LOCK_CHANGED', { target: bucket, detail })
      return shown(storageKind, after)
    },
  } satisfies Partial<Handlers>
}

function shown(kind: StorageKind, lock: ObjectLock): BucketObjectLock {
  const available = lock.enabled || !differsFromS3(kind, 'lock-later')
  return { ...lock, available, later: locksLater(kind), revision: revisionOf(lock) }
}
