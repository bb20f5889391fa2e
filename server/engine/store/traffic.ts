import type { CountedKind, outcomes } from '../../../domain/traffic.ts'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'

/** `refused`: before it was authorized; only its number is counted. */
export type Outcome = (typeof outcomes)[number] | 'refused'

/** A completed request; bytes as on the wire. */
type Counted = { kind: CountedKind; outcome: Outcome; received: number; sent: number }

/** Requests of one kind to one bucket, by outcome. */
export type TrafficRow = Record<Outcome | 'received' | 'sent', number> & { bucket: string; kind: CountedKind }

type Hourly = TrafficRow & { uid: string; hour: number }

export type Traffic = {
  add(uid: string, bucket: string, counted: Counted): void
  /** The sums of a user's buckets from unix hour `from` to `to` (excluded), including buckets deleted since. */
  rows(uid: string, from: number, to: number): TrafficRow[]
  /** Writes pending counts with the next commit, and stops the regular writing. */
  close(): void
}

const numbers = ['good', 'client_error', 'server_error', 'refused', 'received', 'sent'] as const

const HOUR = 3600_000
const EVERY_MS = 10_000
const KEPT_HOURS = 35 * 24
/** Maximum number of bucket names counted per user and day; a user may have 1,000 buckets at once. */
export const MOST_NAMES = 2000

/**
 * Counts requests and bytes in memory, and adds them to the index every ten seconds, the most that a crash loses;
 * nothing is counted twice. So that creating and deleting buckets without end cannot fill the index, buckets beyond
 * `MOST_NAMES` are counted together, with '' as their name. `now`: unix ms.
 */
export const openTraffic = (db: Database, commits: Commits, now: () => number): Traffic => {
  let counted = new Map<string, Hourly>()
  let pruned = 0
  let day = 0
  const named = new Map<string, Set<string>>()

  const nameOf = (uid: string, bucket: string, hour: number): string => {
    const today = Math.floor(hour / 24)
    if (today !== day) named.clear()
    day = today
    const names = named.get(uid) ?? new Set()
    named.set(uid, names)
    if (!names.has(bucket) && names.size === MOST_NAMES) return ''
    names.add(bucket)
    return bucket
  }

  const flush = (): void => {
    if (counted.size === 0) return
    const rows = counted
    counted = new Map()
    commits.later(() => {
      for (const row of rows.values()) {
        db.run(
          `INSERT INTO traffic (uid, bucket, hour, kind, good, client_error, server_error, refused, received, sent)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET good = good + excluded.good,
             client_error = client_error + excluded.client_error,
             server_error = server_error + excluded.server_error, refused = refused + excluded.refused,
             received = received + excluded.received, sent = sent + excluded.sent`,
          ...[row.uid, row.bucket, row.hour, row.kind, row.good, row.client_error, row.server_error],
          ...[row.refused, row.received, row.sent],
        )
      }
      const hour = Math.floor(now() / HOUR)
      if (hour === pruned) return
      pruned = hour
      db.run('DELETE FROM traffic WHERE hour < ?', hour - KEPT_HOURS)
    })
  }
  const timer = setInterval(flush, EVERY_MS)
  timer.unref()

  return {
    add: (uid, of, { kind, outcome, received, sent }) => {
      const hour = Math.floor(now() / HOUR)
      const bucket = nameOf(uid, of, hour)
      const name = `${hour} ${kind} ${uid}/${bucket}`
      let row = counted.get(name)
      if (!row) {
        const none = { good: 0, client_error: 0, server_error: 0, refused: 0, received: 0, sent: 0 }
        row = { uid, bucket, hour, kind, ...none }
        counted.set(name, row)
      }
      row[outcome] += 1
      if (outcome === 'refused') return
      row.received += received
      row.sent += sent
    },
    rows: (uid, from, to) => {
      const rows = db
        .all<TrafficRow>(
          `SELECT bucket, kind, sum(good) AS good, sum(client_error) AS client_error, sum(server_error) AS server_error,
             sum(refused) AS refused, sum(received) AS received, sum(sent) AS sent
           FROM traffic WHERE uid = ? AND hour >= ? AND hour < ? GROUP BY bucket, kind ORDER BY bucket, kind`,
          uid,
          from,
          to,
        )
        .map((row): [string, TrafficRow] => [`${row.bucket} ${row.kind}`, { ...row }])
      const sums = new Map(rows)
      for (const { uid: owner, hour, ...fresh } of counted.values()) {
        if (owner !== uid || hour < from || hour >= to) continue
        const name = `${fresh.bucket} ${fresh.kind}`
        const sum = sums.get(name)
        if (sum) for (const number of numbers) sum[number] += fresh[number]
        else sums.set(name, fresh)
      }
      return [...sums.values()]
    },
    close: () => {
      clearInterval(timer)
      flush()
    },
  }
}
