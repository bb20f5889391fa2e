import { parseAcl } from './access/acl.ts'
import { aclXml } from './access/acl-xml.ts'
import { cors, lifecycle, publicAccessBlock, tagging, versioning } from './operations/bucket-settings.ts'
import { objectLock } from './operations/object-lock.ts'
import { document } from './protocol/xml.ts'
import { allBuckets, type BucketRow } from './store/buckets.ts'
import type { Database } from './store/database.ts'

/** Settings by their sub-resource, in an order in which they can be set: locks need versions. */
const settings = { versioning, 'object-lock': objectLock, cors, lifecycle, tagging }

export type StoredBucket = {
  name: string
  /** The storage user that owns it. */
  uid: string
  /** Bytes; null: only the owner's quota applies. */
  quota: number | null
  /** Whether it has object lock. */
  locks: boolean
  /** Bodies of PUT requests, by sub-resource; the policy is JSON, the others are XML. */
  settings: { name: string; body: string }[]
  policy: string | null
  publicAccessBlock: string | null
}

/** The current version of a key. `etag`: without quotes. */
export type StoredObject = { key: string; size: number; etag: string; contentType: string }

/** What other storages do not take over with objects and buckets. */
const counts = {
  versions: 'SELECT count(*) AS n FROM version WHERE latest = 0 AND marker = 0',
  markers: 'SELECT count(*) AS n FROM version WHERE marker = 1',
  locks: `SELECT count(*) AS n FROM version WHERE latest = 1 AND (legal_hold = 1 OR lock_until > ?1)`,
  acls: 'SELECT count(*) AS n FROM version WHERE latest = 1 AND marker = 0 AND acl IS NOT NULL',
  tags: 'SELECT count(*) AS n FROM version WHERE latest = 1 AND marker = 0 AND tags IS NOT NULL',
  expires: `SELECT count(*) AS n FROM version WHERE latest = 1 AND marker = 0 AND headers LIKE '%"expires":%'`,
  encrypted: `SELECT count(*) AS n FROM version JOIN content ON content.id = version.content
    WHERE latest = 1 AND (data_key IS NOT NULL
      OR EXISTS (SELECT 1 FROM segment WHERE segment.content = content.id AND segment.data_key IS NOT NULL))`,
  uploads: 'SELECT count(*) AS n FROM upload',
  notifications: 'SELECT count(*) AS n FROM bucket WHERE notification IS NOT NULL',
  encryption: 'SELECT count(*) AS n FROM bucket WHERE encryption IS NOT NULL',
  ownership: 'SELECT count(*) AS n FROM bucket WHERE ownership IS NOT NULL',
}

export type StoredCounts = Record<keyof typeof counts, number>

/** What the index of a stopped engine holds. */
export type Stored = {
  /** Storage users with their quotas in bytes; null: no limit. */
  users(): { uid: string; quota: number | null }[]
  /** By name. */
  buckets(): StoredBucket[]
  /** The first 1,000 objects after `after`, by key (UTF-8). */
  objects(bucket: string, after: string): StoredObject[]
  /** `now`: unix ms. */
  counts(now: number): StoredCounts
}

export const readStored = (db: Database): Stored => {
  const users = {
    exists: () => true,
    displayName: (uid: string) =>
      db.get<{ name: string }>('SELECT display_name AS name FROM user WHERE uid = ?', uid)?.name ?? '',
  }
  const bodies = (row: BucketRow): StoredBucket['settings'] => {
    const found = Object.entries(settings).flatMap(([name, { xml }]) => {
      const body = xml(row, { encrypt: false, region: '' })
      return body === null ? [] : [{ name, body }]
    })
    if (row.acl === null) return found
    const acl = document('AccessControlPolicy', aclXml(users, parseAcl(row.acl, row.uid)))
    return [...found, { name: 'acl', body: acl }]
  }
  return {
    users: () =>
      db.all<{ uid: string; quota: number | null }>('SELECT uid, quota FROM user').map(row => ({ ...row })),
    buckets: () =>
      allBuckets({ db }).map(row => ({
        ...{ name: row.name, uid: row.uid, quota: row.quota, policy: row.policy },
        locks: row.object_lock !== null,
        settings: bodies(row),
        publicAccessBlock: publicAccessBlock.xml(row, { encrypt: false, region: '' }),
      })),
    objects: (bucket, after) =>
      db.all<StoredObject>(
        `SELECT key, size, etag, headers ->> 'content-type' AS contentType FROM version
        WHERE bucket = (SELECT id FROM bucket WHERE name = ?) AND latest = 1 AND marker = 0 AND key > ?
        ORDER BY key LIMIT 1000`,
        bucket,
        after,
      ),
    counts: now =>
      Object.fromEntries(
        Object.entries(counts).map(([name, sql]) => [
          name,
          (sql.includes('?1') ? db.get<{ n: number }>(sql, now) : db.get<{ n: number }>(sql))!.n,
        ]),
      ) as StoredCounts,
  }
}
