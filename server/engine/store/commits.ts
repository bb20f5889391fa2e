import type { Database } from './database.ts'

type Job = { change: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/**
 * Group commit: changes asked for while the event loop is busy (or an earlier commit is being written) run in one
 * transaction and share its fsync. Each change is a synchronous function; one that throws is undone alone.
 */
export type Commits = {
  /** Runs `change` in the next transaction; resolves once it is on the disk. */
  run<T>(change: () => T): Promise<T>
  /** Runs `change` with whatever is committed next, within `delay` ms at the latest. For tidying that can wait. */
  later(change: () => void): void
  /** Runs `change` at once, in a transaction of its own. */
  now<T>(change: () => T): T
  /** Writes everything that waits. */
  flush(): void
  /** Writes everything that waits, and takes no more. */
  close(): void
}

const LATER_MS = 250

export const openCommits = (db: Database): Commits => {
  let waiting: Job[] = []
  let tidying: (() => void)[] = []
  let scheduled = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const attempt = (change: () => unknown): { value: unknown } | { error: unknown } => {
    db.sqlite.exec('SAVEPOINT one')
    try {
      const value = change()
      db.sqlite.exec('RELEASE one')
      return { value }
    } catch (error) {
      // A full disk has rolled the whole transaction back already; then there is no savepoint to return to.
      if (!db.sqlite.isTransaction) throw error
      db.sqlite.exec('ROLLBACK TO one')
      db.sqlite.exec('RELEASE one')
      return { error }
    }
  }

  const flush = (): void => {
    scheduled = false
    clearTimeout(timer)
    timer = undefined
    const jobs = waiting
    const extra = tidying
    waiting = []
    tidying = []
    if (jobs.length + extra.length === 0) return
    const outcomes: ({ value: unknown } | { error: unknown })[] = []
    try {
      db.sqlite.exec('BEGIN IMMEDIATE')
      for (const job of jobs) outcomes.push(attempt(job.change))
      for (const change of extra) attempt(change)
      db.sqlite.exec('COMMIT')
    } catch (error) {
      if (db.sqlite.isTransaction) db.sqlite.exec('ROLLBACK')
      for (const job of jobs) job.reject(error)
      return
    }
    for (const [index, job] of jobs.entries()) {
      const outcome = outcomes[index]!
      if ('error' in outcome) job.reject(outcome.error)
      else job.resolve(outcome.value)
    }
  }

  return {
    run: <T>(change: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (closed) {
          reject(new Error('The engine is closed.'))
          return
        }
        waiting.push({ change, resolve: value => resolve(value as T), reject })
        if (scheduled) return
        scheduled = true
        setImmediate(flush)
      }),
    later: change => {
      if (closed) return
      tidying.push(change)
      timer ??= setTimeout(flush, LATER_MS)
      timer.unref()
    },
    now: change => {
      db.sqlite.exec('BEGIN IMMEDIATE')
      try {
        const value = change()
        db.sqlite.exec('COMMIT')
        return value
      } catch (error) {
        if (db.sqlite.isTransaction) db.sqlite.exec('ROLLBACK')
        throw error
      }
    },
    flush,
    close: () => {
      flush()
      closed = true
    },
  }
}
