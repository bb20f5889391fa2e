import type { BucketRow } from './buckets.ts'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'

/** How an object was created. */
export type Creation = 'Put' | 'Post' | 'Copy' | 'CompleteMultipartUpload'
/**
 * S3's names of the events that the engine emits.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html
 */
export type EventName =
  | `s3:ObjectCreated:${Creation}`
  | `s3:${'ObjectRemoved' | 'LifecycleExpiration'}:${'Delete' | 'DeleteMarkerCreated'}`
  | `s3:ObjectTagging:${'Put' | 'Delete'}`
  | 's3:ObjectAcl:Put'
  | 's3:TestEvent'

/** The request that makes a change, or the lifecycle rules. `uid` null: anonymous; `subUser` null: the user itself. */
export type Cause =
  | { requestId: string; uid: string | null; subUser: string | null; address: string }
  | 'lifecycle'

/** `versionId` null if the bucket was never versioned; `size` and `etag` (without quotes) null if no object is left. */
export type ObjectFacts = { key: string; versionId: string | null; size: number | null; etag: string | null }

/** A topic of the bucket's owner that receives an event, and the id of the matching configuration. */
export type TopicTarget = { topic: string; configuration: string }

/**
 * A change, with the fields of S3's notification record. `at`: unix ms; `bucket`: its name; `owner`: the bucket's user;
 * the fields of `ObjectFacts` are null for a test event, `requestId` and the sender for one by lifecycle rules.
 * `sequencer`: `seq`, comparable as a string.
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
  targets: TopicTarget[]
}

type Row = Omit<StoredEvent, 'sequencer' | 'targets'> & { targets: string }

const readRow = (row: Row): StoredEvent => ({
  ...row,
  sequencer: row.seq.toString(16).toUpperCase().padStart(16, '0'),
  targets: JSON.parse(row.targets) as TopicTarget[],
})

/** Writes an event; called only by `change`, in its commit. */
export const writeEvent = (
  db: Database,
  cause: Cause,
  at: number,
  name: EventName,
  bucket: Pick<BucketRow, 'name' | 'uid'>,
  object: ObjectFacts | undefined,
  targets: readonly TopicTarget[],
): void => {
  const by = cause === 'lifecycle' ? undefined : cause
  db.run(
    `INSERT INTO event (at, name, bucket, owner, key, version_id, size, etag, request_id, uid, sub_user, address, targets)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    JSON.stringify(targets),
  )
}

/** Counts events that are not written, one for each of these topics; call in a commit. */
export const noteLost = (db: Database, events: readonly { owner: string; topic: string }[]): void => {
  for (const same of Map.groupBy(events, ({ owner, topic }) => JSON.stringify([owner, topic])).values()) {
    const { owner, topic } = same[0]!
    db.run(
      `INSERT INTO lost_event (owner, topic, events) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET events = events + excluded.events`,
      owner,
      topic,
      same.length,
    )
  }
}

/** Events for a topic that were removed unread, or never written. */
export type LostEvents = { owner: string; topic: string; events: number }

/** The outbox: every committed change that matches a bucket's notifications, in the order of the commits. */
export type Outbox = {
  /** The sequence number of the first event kept, or of the next one if the outbox is empty. */
  first(): number
  /** Up to `limit` events after sequence number `seq`, with at most `most` targets together, or one event. */
  after(seq: number, limit: number, most?: number): StoredEvent[]
  /** Removes the events up to sequence number `seq`, which were read. */
  drop(seq: number): Promise<void>
  /** Events that were removed because the outbox reached its limits. */
  lost(): LostEvents[]
  /** Subtracts events that were reported. */
  forgetLost(reported: readonly LostEvents[]): Promise<void>
  /** Stops the regular removal. */
  close(): Promise<void>
}

export type OutboxOptions = {
  /** Maximum number of unread events, and their maximum age in ms. */
  most?: number
  age?: number
  /** ms between two removals. */
  every?: number
}

const DAY = 24 * 3600_000
/** Rows per commit of a removal, during which the event loop is blocked. */
const SLICE = 200

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
  const countLost = (end: number): void => {
    db.run(
      `INSERT INTO lost_event (owner, topic, events)
       SELECT owner, value ->> 'topic', count(*) FROM event, json_each(targets) WHERE seq <= ? GROUP BY 1, 2
       ON CONFLICT DO UPDATE SET events = events + excluded.events`,
      end,
    )
  }
  /** Removes the events up to sequence number `seq`, and those older than `at`. `unread`: they are counted as lost. */
  const remove = async (unread: boolean, bound: () => { seq: number; at: number }): Promise<void> => {
    while (!closed) {
      const { seq, at } = bound()
      const end = db.get<{ seq: number | null }>(
        `SELECT max(seq) AS seq FROM (SELECT seq, at FROM event ORDER BY seq LIMIT ${SLICE}) WHERE seq <= ? OR at < ?`,
        seq,
        at,
      )?.seq
      if (end === null || end === undefined) return
      await commits.run(() => {
        if (unread) countLost(end)
        db.run('DELETE FROM event WHERE seq <= ?', end)
      })
    }
  }
  let tidying: Promise<void> = Promise.resolve()
  const tidy = (): Promise<void> => remove(true, () => ({ seq: last() - most, at: now() - age }))
  const timer = setInterval(() => {
    // The next run tries again; a failed commit is reported where it happens.
    tidying = tidying.then(tidy).catch(() => undefined)
  }, every)
  timer.unref()

  return {
    first,
    after(seq, limit, most = Number.POSITIVE_INFINITY) {
      const events: StoredEvent[] = []
      // Targets are parsed for what is returned only: of one event there may be a hundred.
      for (let targets = 0; events.length < limit && targets < most; ) {
        const row = db.get<Row>(
          `SELECT seq, at, name, bucket, owner, key, version_id AS versionId, size, etag,
             request_id AS requestId, uid, sub_user AS subUser, address, targets
           FROM event WHERE seq > ? ORDER BY seq LIMIT 1`,
          events.at(-1)?.seq ?? seq,
        )
        if (!row) break
        const event = readRow(row)
        targets += event.targets.length
        if (events.length > 0 && targets > most) break
        events.push(event)
      }
      return events
    },
    drop: seq => remove(false, () => ({ seq, at: 0 })),
    lost: () => db.all<LostEvents>('SELECT owner, topic, events FROM lost_event'),
    forgetLost: reported =>
      commits.run(() => {
        for (const { owner, topic, events } of reported) {
          db.run(
            'UPDATE lost_event SET events = events - ? WHERE owner = ? AND topic = ?',
            events,
            owner,
            topic,
          )
        }
        db.run('DELETE FROM lost_event WHERE events <= 0')
      }),
    close: () => {
      closed = true
      clearInterval(timer)
      return tidying
    },
  }
}
