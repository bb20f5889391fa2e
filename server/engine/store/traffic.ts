import type { Commits } from './commits.ts'
import type { Database } from './database.ts'

/** `read`: GetObject; `list`: pages of objects, versions and uploads; `write`: PUT and POST; `other`: reads of settings. */
export type RequestKind = 'read' | 'head' | 'list' | 'write' | 'delete' | 'other'

/** Requests of one kind to one bucket in one hour. `hour`: unix hours; bytes as on the wire, of responses with headers. */
export type TrafficRow = {
  bucket: string
  hour: number
  kind: RequestKind
  requests: number
  received: number
  sent: number
}

export type Traffic = {
  add(uid: string, bucket: string, kind: RequestKind, bytes: { received: number; sent: number }): void
  /** The rows of a user's buckets from hour `from` to `to` (excluded), those deleted since included. */
  rows(uid: string, from: number, to: number): TrafficRow[]
  /** Writes what was counted, with the next commit, and ends the regular writing. */
  close(): void
}

const HOUR = 3600_000
const EVERY_MS = 10_000
const KEPT_HOURS = 400 * 24

/**
 * Counts requests and bytes in memory, and adds them to the index every ten seconds: a crash loses what was counted since,
 * and counts nothing twice. `now`: unix ms.
 */
export const openTraffic = (db: Database, commits: Commits, now: () => number): Traffic => {
  let counted = new Map<string, TrafficRow & { uid: string }>()
  let pruned = 0

  const flush = (): void => {
    if (counted.size === 0) return
    const rows = counted
    counted = new Map()
    commits.later(() => {
      for (const { uid, bucket, hour, kind, requests, received, sent } of rows.values()) {
        db.run(
          `INSERT INTO traffic (uid, bucket, hour, kind, requests, received, sent) VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
             received = received + excluded.received, sent = sent + excluded.sent`,
          uid,
          bucket,
          hour,
          kind,
          requests,
          received,
          sent,
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
    add: (uid, bucket, kind, { received, sent }) => {
      const hour = Math.floor(now() / HOUR)
      const name = `${hour} ${kind} ${uid}/${bucket}`
      const row = counted.get(name) ?? { uid, bucket, hour, kind, requests: 0, received: 0, sent: 0 }
      row.requests += 1
      row.received += received
      row.sent += sent
      counted.set(name, row)
    },
    rows: (uid, from, to) =>
      db
        .all<TrafficRow>(
          `SELECT bucket, hour, kind, requests, received, sent FROM traffic
           WHERE uid = ? AND hour >= ? AND hour < ? ORDER BY hour, bucket, kind`,
          uid,
          from,
          to,
        )
        .map(row => ({ ...row })),
    close: () => {
      clearInterval(timer)
      flush()
    },
  }
}
