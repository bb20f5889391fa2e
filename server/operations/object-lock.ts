import type { S3Client } from '@aws-sdk/client-s3'
import { holds, weakens } from '../../domain/object-lock.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { ObjectLock, VersionLock, VersionRetention } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { difference } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { getObjectLock } from '../storage/bucket-settings.ts'
import { headObject, lockOfHead, type Named } from '../storage/object-details.ts'
import { putLegalHold, putRetention } from '../storage/object-settings.ts'
import { changeObject, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks; storageKind: StorageKind }

/** Seconds until a lock ends that cannot be removed at once; long enough for a storage whose clock is behind. */
const soon = 60
type State = { available: boolean; versionId: string | null; lock: VersionLock }

/** `ofBucket` reads whether the bucket has object lock. */
async function readState(client: S3Client, ofBucket: S3Client, named: Named): Promise<State> {
  const [{ enabled }, head] = await Promise.all([
    getObjectLock(ofBucket, named.bucket),
    headObject(client, named),
  ])
  return { available: enabled, versionId: head.VersionId ?? null, lock: lockOfHead(head) }
}

/** OBJECT_NOT_FOUND. */
export async function objectLock(
  { access }: Pick<Deps, 'access'>,
  user: User,
  named: Named,
): Promise<ObjectLock> {
  const { client } = await access.clientToRead(user, named)
  // The owner's key: users with a scope may not read the bucket's settings.
  const { client: ofBucket } = await access.clientForAccount(user)
  const state = await readState(client, ofBucket, named)
  return { revision: revisionOf(state), available: state.available, ...state.lock }
}

/** `what`: the change of the lock; the rest is kept. `bypass`: governance retention may be shortened or removed. */
type Change = { revision: string; bypass?: boolean } & (
  | { retention: VersionRetention | null }
  | { legalHold: boolean }
)

/**
 * Changes the lock of a version. OBJECT_CHANGED; OBJECT_LOCKED if its retention does not allow it; NOT_SUPPORTED if the
 * bucket has no object lock; INVALID_REQUEST for a time in the past; OBJECT_NOT_FOUND.
 */
export async function changeLock(deps: Deps, by: By, named: Named, change: Change): Promise<ObjectLock> {
  const { client } = await deps.access.clientForUser(by.user)
  const { client: reader } = await deps.access.clientToRead(by.user, named)
  const { client: ofBucket } = await deps.access.clientForAccount(by.user)
  return changeObject(deps, named, {
    revision: change.revision,
    read: () => readState(reader, ofBucket, named),
    async write(before) {
      if (!before.available) throw new Problem('NOT_SUPPORTED')
      const version = { ...named, versionId: named.versionId ?? before.versionId ?? undefined }
      if ('legalHold' in change) await putLegalHold(client, version, change.legalHold)
      else
        await retain(client, version, before.lock, {
          ...{ ...change, kind: deps.storageKind },
          now: Math.floor(by.now / 1000),
        })
      const { mode, until, legal_hold } = await objectLock(deps, by.user, version)
      const detail = difference(named.path, { lock: before.lock }, { lock: { mode, until, legal_hold } })
      await audit(deps.db, by, 'OBJECT_LOCK_CHANGED', { target: named.bucket, detail })
      return objectLock(deps, by.user, named)
    },
  })
}

async function retain(
  client: S3Client,
  version: Named,
  lock: VersionLock,
  {
    retention,
    bypass = false,
    kind,
    now,
  }: { retention: VersionRetention | null; bypass?: boolean; kind: StorageKind; now: number },
): Promise<void> {
  if (retention && retention.until <= now) throw invalid('retention.until', 'must be in the future')
  if (weakens(lock, retention, now) && (lock.mode === 'compliance' || !bypass))
    throw new Problem('OBJECT_LOCKED')
  if (!holds(lock, now) && !retention) return
  const never = retention === null && differsFromS3(kind, 'lock-lift')
  const put = never ? ({ mode: 'governance', until: now + soon } as const) : retention
  await putRetention(client, version, put, bypass)
}
