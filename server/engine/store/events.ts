import type { BucketRow } from './buckets.ts'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'

/** How an object came to be. */
export type Creation = 'Put' | 'Post' | 'Copy' | 'CompleteMultipartUpload'
/** A setting of a bucket. */
export type Setting = Exclude<
  keyof BucketRow,
  'id' | 'name' | 'uid' | 'created' | 'suspended' | 'grants' | 'quota'
>

const settingNames = {
  cors: 'Cors',
  versioning: 'Versioning',
  object_lock: 'ObjectLock',
  lifecycle: 'Lifecycle',
  tags: 'Tagging',
  acl: 'Acl',
  policy: 'Policy',
  ownership: 'OwnershipControls',
  block: 'PublicAccessBlock',
  encryption: 'Encryption',
} as const satisfies Record<Setting, string>

/**
 * S3's event names, and with `kho:` those of changes that S3 has no event for.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html
 */
export type EventName =
  | `s3:ObjectCreated:${Creation}`
  | `s3:${'ObjectRemoved' | 'LifecycleExpiration'}:${'Delete' | 'DeleteMarkerCreated'}`
  | `s3:ObjectTagging:${'Put' | 'Delete'}`
  | 's3:ObjectAcl:Put'
  | `kho:${'ObjectRetention' | 'ObjectLegalHold'}:Put`
  | `kho:${'BucketCreated:Put' | 'BucketRemoved:Delete'}`
  | `kho:Bucket${(typeof settingNames)[Setting]}:${'Put' | 'Delete'}`

export const settingEvent = (setting: Setting, value: string | null): EventName =>
  `kho:Bucket${settingNames[setting]}:${value === null ? 'Delete' : 'Put'}`

/** The request that makes a change, or the lifecycle rules. `uid` null: anybody; `subUser` null: the user itself. */
export type Cause =
  | { requestId: string; uid: string | null; subUser: string | null; address: string }
  | 'lifecycle'

/** `versionId` null where the bucket was never versioned; `size` and `etag` (without quotes) null where nothing is left. */
export type ObjectFacts = { key: string; versionId: string | null; size: number | null; etag: string | null }

/**
 * A change, with what S3's notification record needs. `at`: unix ms; `bucket`: its name; `owner`: the bucket's user; those of
 * `ObjectFacts` are null for a change of a bucket, `requestId` and the sender for one by lifecycle rules. `sequencer`: `seq`,
 * comparable as a string.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export type StoredEvent = Omit<ObjectFacts, 'key'> & {
  seq: number
  sequencer: string
  at: number
  name: EventName
  bucket: string
  owner: string
  key: string | null
  requestId: string | null
  uid: string | null
  subUser: string | null
  address: string | null
}

/** Writes an event; `change` alone calls it, in its commit. */
export const writeEvent = (
  db: Database,
  cause: Cause,
  at: number,
  name: EventName,
  bucket: Pick<BucketRow, 'name' | 'uid'>,
  object: ObjectFacts | undefined,
): void => {
  const by = cause === 'lifecycle' ? undefined : cause
  db.run(
    `INSERT INTO event (at, name, bucket, owner, key, version_id, size, etag, request_id, uid, sub_user, address)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    at,
    name,
    bucket.name,
    bucket.uid,
    object?.key ?? null,
    object?.versionId ?? null,
    object?.size ?? null,
    object?.etag ?? null,
    by?.requestId ?? null,
    by?.uid ?? null,
    by?.subUser ?? null,
    by?.address ?? null,
  )
}

/**
 * The outbox: every committed change, in the order of the commits. Sequence numbers have no holes: where one is missing, its
 * event was removed unread, or lost with the last commits of an index that was put back.
 */
export type Outbox = {
  /** The sequence number of the first event kept, or of the next one where none is. */
  first(): number
  /** Up to `limit` events after sequence number `seq`. */
  after(seq: number, limit: number): StoredEvent[]
  /** Removes the events up to sequence number `seq`. */
  drop(seq: number): Promise<void>
  /** Ends the regular removal. */
  close(): Promise<void>
}

export type OutboxOptions = {
  /** Events kept, and ms that one is kept, where nobody drops them. */
  most?: number
  age?: number
  /** ms between two removals. */
  every?: number
}

const DAY = 24 * 3600_000
/** Rows that one commit removes: the event loop waits meanwhile. */
const SLICE = 1000

/** `now`: unix ms. */
export const openOutbox = (
  db: Database,
  commits: Commits,
  now: () => number,
  { most = 100_000, age = 7 * DAY, every = 60_000 }: OutboxOptions = {},
): Outbox => {
  const last = (): number =>
    db.get<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'event'`)?.seq ?? 0
  const first = (): number =>
    db.get<{ seq: number }>('SELECT seq FROM event ORDER BY seq LIMIT 1')?.seq ?? last() + 1

  let closed = false
  /** Removes the events up to sequence number `seq`, and those before `at`. */
  const remove = async (bound: () => { seq: number; at: number }): Promise<void> => {
    while (!closed) {
      const { seq, at } = bound()
      const end = db.get<{ seq: number | null }>(
        `SELECT max(seq) AS seq FROM (SELECT seq, at FROM event ORDER BY seq LIMIT ${SLICE}) WHERE seq <= ? OR at < ?`,
        seq,
        at,
      )?.seq
      if (end === null || end === undefined) return
      await commits.run(() => db.run('DELETE FROM event WHERE seq <= ?', end))
    }
  }
  let tidying: Promise<void> = Promise.resolve()
  const tidy = (): Promise<void> => remove(() => ({ seq: last() - most, at: now() - age }))
  const timer = setInterval(() => {
    // The next time tries again; why a commit fails is told where it is met.
    tidying = tidying.then(tidy).catch(() => undefined)
  }, every)
  timer.unref()

  return {
    first,
    after: (seq, limit) =>
      db
        .all<Omit<StoredEvent, 'sequencer'>>(
          `SELECT seq, at, name, bucket, owner, key, version_id AS versionId, size, etag,
             request_id AS requestId, uid, sub_user AS subUser, address
           FROM event WHERE seq > ? ORDER BY seq LIMIT ?`,
          seq,
          limit,
        )
        .map(row => ({ ...row, sequencer: row.seq.toString(16).toUpperCase().padStart(16, '0') })),
    drop: seq => remove(() => ({ seq, at: 0 })),
    close: () => {
      closed = true
      clearInterval(timer)
      return tidying
    },
  }
}
