import type { Commits } from './commits.ts'
import type { Database } from './database.ts'

/** When keys were last used. */
export type KeyUse = {
  add(accessKey: string): void
  /** Unix ms, by access key, of those keys of a user and its sub-users that were used. */
  of(uid: string): Map<string, number>
  /** Writes pending uses with the next commit, and stops the regular writing. */
  close(): void
}

const EVERY_MS = 10_000

/**
 * Collects uses in memory, and writes them to the index every ten seconds, the most that a crash loses. `now`: unix ms.
 */
export const openKeyUse = (db: Database, commits: Commits, now: () => number): KeyUse => {
  let noted = new Map<string, number>()

  const flush = (): void => {
    if (noted.size === 0) return
    const uses = noted
    noted = new Map()
    commits.later(() => {
      for (const [accessKey, used] of uses)
        db.run('UPDATE access_key SET used = ? WHERE access_key = ? AND used < ?', used, accessKey, used)
    })
  }
  const timer = setInterval(flush, EVERY_MS)
  timer.unref()

  return {
    add: accessKey => void noted.set(accessKey, now()),
    of: uid => {
      const rows = db.all<{ access_key: string; used: number }>(
        'SELECT access_key, used FROM access_key WHERE uid = ?',
        uid,
      )
      const uses = rows.map(({ access_key, used }) => [access_key, noted.get(access_key) ?? used] as const)
      return new Map(uses.filter(([, used]) => used > 0))
    },
    close: () => {
      clearInterval(timer)
      flush()
    },
  }
}
