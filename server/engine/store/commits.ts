import { type Disk, isErrno, isSqliteFull } from '../../disk.ts'
import type { Database } from './database.ts'
import type { Halt } from './halt.ts'

type Job = { change: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/**
 * Group commit: changes requested in one turn of the event loop run in one transaction, and share its fsync. A change is
 * a synchronous function; one that throws is rolled back alone. After a failed COMMIT or fsync it is unknown whether the
 * transaction is on the disk: the engine stops, and all changes fail with `Halted`. Only SQLITE_FULL is known to have
 * left nothing, as the committing frame is written last.
 */
export type Commits = {
  /** Runs `change` in the next transaction; resolves once it is on the disk. */
  run<T>(change: () => T): Promise<T>
  /** Runs `change` with the next commit, within 250 ms. For clean-up that can wait. */
  later(change: () => void): void
  /** Runs `change` at once, in a transaction of its own. */
  now<T>(change: () => T): T
  /** The number of commits so far. */
  made(): number
  /** Commits what waits. */
  flush(): void
  /** Commits what waits, and accepts no more. */
  close(): void
}

const LATER_MS = 250

const SQLITE_IOERR_FSYNC = 1034
const SQLITE_IOERR_DIR_FSYNC = 1290

/** True where SQLite could not sync its files. https://www.sqlite.org/rescode.html */
const isSyncFailure = (error: unknown): boolean =>
  isErrno(error) && (error.errcode === SQLITE_IOERR_FSYNC || error.errcode === SQLITE_IOERR_DIR_FSYNC)

/** Adjusts the ballast of `disk` before each transaction. */
export const openCommits = (
  db: Database,
  halt: Halt,
  disk?: Pick<Disk, 'adjustBallast' | 'releaseBallast'>,
): Commits => {
  let waiting: Job[] = []
  let tidying: (() => void)[] = []
  let scheduled = false
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let made = db.get<{ commits: number }>('SELECT commits FROM progress')?.commits ?? 0

  const attempt = (change: () => unknown): { value: unknown } | { error: unknown } => {
    db.sqlite.exec('SAVEPOINT one')
    try {
      const value = change()
      db.sqlite.exec('RELEASE one')
      return { value }
    } catch (error) {
      // On a full disk SQLite has rolled the whole transaction back: there is no savepoint to return to.
      if (!db.sqlite.isTransaction) throw error
      db.sqlite.exec('ROLLBACK TO one')
      db.sqlite.exec('RELEASE one')
      return { error }
    }
  }

  const undo = (error: unknown, committing: boolean): unknown => {
    try {
      if (db.sqlite.isTransaction) db.sqlite.exec('ROLLBACK')
    } catch (failure) {
      return halt.stop('A rollback of the index', failure)
    }
    if (isSyncFailure(error) || (committing && !isSqliteFull(error))) {
      return halt.stop('A commit of the index', error)
    }
    if (isSqliteFull(error)) disk?.releaseBallast()
    return error
  }

  const transact = <T>(changes: () => T): T => {
    if (halt.halted) throw halt.halted
    let committing = false
    disk?.adjustBallast()
    try {
      db.sqlite.exec('BEGIN IMMEDIATE')
      const value = changes()
      const row = db.get<{ commits: number }>('UPDATE progress SET commits = commits + 1 RETURNING commits')
      committing = true
      db.sqlite.exec('COMMIT')
      made = row?.commits ?? made
      return value
    } catch (error) {
      throw undo(error, committing)
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
    let outcomes: ({ value: unknown } | { error: unknown })[]
    try {
      outcomes = transact(() => {
        const results = jobs.map(job => attempt(job.change))
        for (const change of extra) attempt(change)
        return results
      })
    } catch (error) {
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
    now: transact,
    made: () => made,
    flush,
    close: () => {
      flush()
      closed = true
    },
  }
}
