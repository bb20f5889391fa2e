import {
  differsFromS3,
  type HiddenDifference,
  hiddenDifferences,
  type StorageKind,
} from '../../domain/storage-differences.ts'
import type { AuditEntry, PublicBy, UnreadPart } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { readAccess } from '../storage/bucket-access.ts'
import {
  defaultEncryption,
  getVersioning,
  type ObjectLock,
  readObjectLock,
  type Versioning,
} from '../storage/bucket-settings.ts'
import { listBuckets, requireBucket } from '../storage/buckets.ts'
import { isAbsent } from '../storage/client.ts'
import { totalUploads, type UploadTotals } from '../storage/unfinished-uploads.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Held, StorageAdmin } from '../storage-admin/storage-admin.ts'
import { readAudit } from '../store/audit.ts'
import { samplesOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { publicBy } from './bucket-acl.ts'
import { bucketSizes } from './usage.ts'

type Deps = {
  db: Database
  access: AccountAccess
  admin: Pick<StorageAdmin, 'capabilities' | 'usage' | 'bucketStats'>
  storageKind: StorageKind
  log: { warn(fields: { err: unknown }, message: string): void }
}

type Overview = {
  /** Null, here and below, also if the part is in `unread`. */
  public_by: PublicBy[] | null
  versioning: Versioning | null
  /** Null: no object lock. */
  lock: Pick<ObjectLock, 'mode' | 'days' | 'years'> | null
  /** The default algorithm; null: none. */
  encryption: string | null
  /** Unix seconds. */
  createdAt: number
  /** Null if the storage does not report it. */
  held: Held | null
  uploads: UploadTotals | null
  unread: UnreadPart[]
  lacks: HiddenDifference[]
  activity: AuditEntry[]
  samples: { day: number; bytes: number; objects: number }[]
}

/** Days of samples and of recent activity. */
const days = 30
const daySeconds = 86_400
const acts = 10

/** The overview of a bucket; a part that cannot be read fails alone. BUCKET_NOT_FOUND. `now`: unix seconds. */
export async function bucketOverview(
  deps: Deps,
  user: User,
  { bucket, now }: { bucket: string; now: number },
): Promise<Overview> {
  const { db, storageKind } = deps
  const { client } = await deps.access.clientToRead(user, { bucket })
  // Its size is shown only to users who may list it.
  if (user.isSubUser) await requireBucket(client, bucket)
  const found = (await listBuckets(client)).find(({ name }) => name === bucket)
  if (!found) throw new Problem('BUCKET_NOT_FOUND')
  const { createdAt } = found
  const unread: UnreadPart[] = []
  const part = async <T>(name: UnreadPart['part'], call: Promise<T>): Promise<T | null> => {
    try {
      return await call
    } catch (error) {
      const why = whyUnread(error)
      if (why === 'failed') deps.log.warn({ err: error }, 'A part of a bucket’s overview could not be read.')
      unread.push({ part: name, why })
      return null
    }
  }
  const [opened, versioning, lock, encryption, sizes, uploads, activity, samples] = await Promise.all([
    part('access', readAccess(client, bucket)),
    part('versioning', getVersioning(client, bucket)),
    part('lock', readObjectLock(client, bucket)),
    // Skipped for storages without a default.
    differsFromS3(storageKind, 'bucket-encryption')
      ? null
      : part('encryption', defaultEncryption(client, bucket)),
    bucketSizes(deps, user.storageUid),
    part('uploads', totalUploads(client, bucket)),
    recentActs(db, user, bucket, now),
    samplesOf(db, { accountId: user.accountId, bucket, since: createdAt, now, days }),
  ])
  return {
    public_by: opened && publicBy(storageKind, bucket, opened),
    versioning,
    lock: lock?.enabled ? { mode: lock.mode, days: lock.days, years: lock.years } : null,
    encryption,
    createdAt,
    held: sizes && (sizes.get(bucket) ?? { bytes: 0, objects: 0 }),
    uploads,
    unread: unread.sort((a, b) => a.part.localeCompare(b.part)),
    lacks: hiddenDifferences.filter(id => differsFromS3(storageKind, id)),
    activity,
    samples,
  }
}

/** BUCKET_NOT_FOUND. */
function whyUnread(error: unknown): UnreadPart['why'] {
  if (error instanceof Problem && error.code === 'BUCKET_NOT_FOUND') throw error
  if (isAbsent(error)) return 'absent'
  return error instanceof Problem && error.code === 'ACCESS_DENIED' ? 'refused' : 'failed'
}

/** The newest acts on the bucket; users who may not read the audit log see only their own. */
async function recentActs(db: Database, user: User, bucket: string, now: number): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  const filter = {
    accountId: user.accountId,
    target: bucket,
    from: now - days * daySeconds,
    ...(user.isSubUser && { user: user.email }),
  }
  for await (const entry of readAudit(db, filter, { atOnce: acts })) {
    found.push(entry)
    if (found.length === acts) break
  }
  return found
}
