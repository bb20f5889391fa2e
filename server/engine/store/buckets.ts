import { LRUCache } from 'lru-cache'
import { type Statement, withoutGrants } from '../../../domain/policy/grants.ts'
import { DiskFull } from '../../disk.ts'
import type { Ownership } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import { change, type Effects } from './changes.ts'
import type { Database } from './database.ts'
import type { Cause } from './events.ts'
import type { LockConfiguration } from './locks.ts'
import type { Store } from './store.ts'

export type Setting = Exclude<
  keyof BucketRow,
  'id' | 'name' | 'uid' | 'created' | 'suspended' | 'notifications' | 'grants' | 'quota'
>

/**
 * `versioning`: null if it was never enabled. The other settings are JSON, null if not set; `block`: the public access
 * block; `grants`: the console's statements, which apply in addition to the policy and which no S3 request sees or
 * changes.
 */
export type BucketRow = {
  id: number
  name: string
  uid: string
  created: number
  cors: string | null
  versioning: 'Enabled' | 'Suspended' | null
  object_lock: string | null
  lifecycle: string | null
  tags: string | null
  acl: string | null
  policy: string | null
  grants: string | null
  ownership: Ownership | null
  block: string | null
  encryption: string | null
  /** Bytes; null: only the owner's quota applies. */
  quota: number | null
  notification: string | null
  /** 1 while its owner is suspended: all requests are refused. */
  suspended: number
  /** 0 while its owner may have no notifications: those that are set send nothing. */
  notifications: number
}

const columns = `id, name, uid, created, cors, versioning, object_lock, lifecycle, tags, acl, policy, grants, ownership,
  block, encryption, quota, notification, (SELECT suspended FROM user WHERE user.uid = bucket.uid) AS suspended,
  (SELECT notifications FROM user WHERE user.uid = bucket.uid) AS notifications`

const known = new WeakMap<Database, LRUCache<string, BucketRow>>()

/** Call in the commit that changes one of `columns`, or creates or deletes a bucket. */
export const forgetBucket = ({ db }: Pick<Store, 'db'>, name: string): void => {
  known.get(db)?.delete(name)
}

/** Call in the commit that changes what owners may do. */
export const forgetBuckets = (db: Database): void => {
  known.get(db)?.clear()
}

export const findBucket = ({ db }: Pick<Store, 'db'>, name: string): BucketRow | undefined => {
  const rows = known.get(db) ?? new LRUCache<string, BucketRow>({ max: 1000 })
  known.set(db, rows)
  const row = rows.get(name)
  if (row) return row
  const found = db.get<BucketRow>(`SELECT ${columns} FROM bucket WHERE name = ?`, name)
  // Rows that a transaction has written may be rolled back.
  if (!found || db.sqlite.isTransaction) return found
  rows.set(name, Object.freeze(found))
  return found
}

export const bucketById = ({ db }: Pick<Store, 'db'>, id: number): BucketRow | undefined => {
  const found = db.get<{ name: string }>('SELECT name FROM bucket WHERE id = ?', id)
  return found && findBucket({ db }, found.name)
}

/**
 * The bucket as of now. Call in the commit: while a body was received the bucket may have been deleted, or its
 * versioning changed.
 * @throws S3Error NoSuchBucket
 */
export const requireBucket = ({ db }: Pick<Store, 'db'>, bucket: BucketRow): BucketRow => {
  const row = findBucket({ db }, bucket.name)
  if (row?.id === bucket.id) return row
  throw new S3Error('NoSuchBucket', undefined, { BucketName: bucket.name })
}

/**
 * Sets one of the bucket's configurations; null removes it. `require`, called in the commit with its effects, may
 * reject it.
 * @throws DiskFull if it would grow the index on a full disk; what `require` throws
 */
export const setBucket = (
  store: Store,
  cause: Cause,
  bucket: BucketRow,
  column: Setting,
  value: string | null,
  require?: (effects: Effects) => void,
): Promise<void> =>
  change(store, cause, effects => {
    require?.(effects)
    if (value !== null && store.disk.isFull()) throw new DiskFull()
    const sql = `UPDATE bucket SET ${column} = ?1 WHERE id = ?2 AND ${column} IS NOT ?1`
    if (store.db.run(sql, value, bucket.id) === 0) return
    forgetBucket(store, bucket.name)
  })

/**
 * Sets the console's statements for the user's bucket, replacing its earlier ones, also in its policy; a deleted
 * bucket, or another user's, is ignored. Call in a commit.
 */
export const setGrants = (
  { db }: Pick<Store, 'db'>,
  uid: string,
  name: string,
  statements: readonly Statement[],
): void => {
  const bucket = findBucket({ db }, name)
  if (bucket?.uid !== uid) return
  const grants = statements.length === 0 ? null : JSON.stringify(statements)
  const policy = withoutGrants(bucket.policy)
  db.run('UPDATE bucket SET grants = ?, policy = ? WHERE id = ?', grants, policy, bucket.id)
  forgetBucket({ db }, name)
}

/**
 * Limits the user's bucket to `bytes`; null: only the owner's quota applies. A deleted bucket is no error. Call in a
 * commit.
 */
export const setBucketQuota = (
  { db }: Pick<Store, 'db'>,
  uid: string,
  name: string,
  bytes: number | null,
): void => {
  db.run('UPDATE bucket SET quota = ? WHERE uid = ? AND name = ?', bytes, uid, name)
  forgetBucket({ db }, name)
}

/** The console's statements for the user's bucket; null if there is no such bucket. */
export const getGrants = (store: Pick<Store, 'db'>, uid: string, name: string): Statement[] | null => {
  const bucket = findBucket(store, name)
  if (bucket?.uid !== uid) return null
  return bucket.grants === null ? [] : (JSON.parse(bucket.grants) as Statement[])
}

/** All buckets, by name. */
export const allBuckets = ({ db }: Pick<Store, 'db'>): BucketRow[] =>
  db.all<BucketRow>(`SELECT ${columns} FROM bucket ORDER BY name`)

/** The first bucket with lifecycle rules whose id is at least `from`. */
export const nextWithLifecycle = ({ db }: Pick<Store, 'db'>, from: number): BucketRow | undefined =>
  db.get<BucketRow>(
    `SELECT ${columns} FROM bucket WHERE id >= ? AND lifecycle IS NOT NULL ORDER BY id LIMIT 1`,
    from,
  )

/** The bucket's object lock, or undefined if it has none. */
export const lockConfiguration = ({
  object_lock,
}: Pick<BucketRow, 'object_lock'>): LockConfiguration | undefined =>
  object_lock === null ? undefined : (JSON.parse(object_lock) as LockConfiguration)
