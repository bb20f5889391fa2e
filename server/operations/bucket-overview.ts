import { differsFromS3, hiddenDifferences } from '../../domain/storage-differences.ts'
import type { AuditEntry, UnreadPart } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { readAccess } from '../storage/bucket-access.ts'
import { defaultEncryption, getVersioning, readObjectLock } from '../storage/bucket-settings.ts'
import { listBuckets, requireBucket } from '../storage/buckets.ts'
import { isAbsent } from '../storage/client.ts'
import { totalUploads } from '../storage/unfinished-uploads.ts'
import { readAudit } from '../store/audit.ts'
import { dayText, samplesOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { publicBy } from './bucket-acl.ts'
import type { Services } from './services.ts'
import { bucketSizes } from './usage.ts'

/** Days of samples and of recent activity. */
const days = 30
const daySeconds = 86_400
const acts = 10

export function bucketOverviewOperation(
  services: Pick<
    Services,
    'db' | 'access' | 'admin' | 'storageKind' | 'log' | 'now' | 'region' | 'endpoints' | 'virtualEndpoint'
  >,
) {
  const { db, storageKind } = services
  return {
    /** A part that cannot be read fails alone: it is null, and in `unread`. */
    async getBucketOverview({ query: { bucket }, visitor, session: { user } }) {
      const now = Math.floor(services.now() / 1000)
      const { client } = await services.access.clientToRead(user, { bucket })
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
          if (why === 'failed')
            services.log.warn({ err: error }, 'A part of a bucket’s overview could not be read.')
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
        bucketSizes(services, user.storageUid),
        part('uploads', totalUploads(client, bucket)),
        recentActs(db, user, bucket, now),
        samplesOf(db, { accountId: user.accountId, bucket, since: createdAt, now, days }),
      ])
      return {
        ...{ name: bucket, created_at: createdAt, region: services.region },
        endpoint: services.endpoints(visitor).get,
        virtual_endpoint: services.virtualEndpoint(bucket),
        public_by: opened && publicBy(storageKind, bucket, opened),
        versioning,
        lock: lock?.enabled ? { mode: lock.mode, days: lock.days, years: lock.years } : null,
        encryption,
        size: sizes && (sizes.get(bucket)?.bytes ?? 0),
        objects: sizes && (sizes.get(bucket)?.objects ?? 0),
        uploads: uploads && {
          ...{ count: uploads.count, size: uploads.size, complete: uploads.complete },
          oldest_at: uploads.oldestAt,
        },
        unread: unread.sort((a, b) => a.part.localeCompare(b.part)),
        lacks: hiddenDifferences.filter(id => differsFromS3(storageKind, id)),
        activity,
        samples: samples.map(({ day, bytes, objects }) => ({ day: dayText(day), size: bytes, objects })),
      }
    },
  } satisfies Partial<Handlers>
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
