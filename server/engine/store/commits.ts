import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Disk, isErrno, isSqliteFull } from '../../disk.ts'
import type { Database } from './database.ts'
import type { Halt } from './halt.ts'

type Outcome = { value: unknown } | { error: unknown }
type Job = { change: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/**
 * Group commit: changes requested in one turn of the event loop, and while the last group is synced, run in one
 * transaction, and share its sync. A change is a synchronous function; one that throws is rolled back alone. After a
 * failed COMMIT or sync it is unknown whether the transaction is durable: the engine stops, and all changes fail with
 * `Halted`. Only SQLITE_FULL is known to leave nothing behind, as the committing frame is written last.
 */
export type Commits = {
  /** Runs `change` in the next transaction; resolves once it is durable. */
  run<T>(change: () => T): Promise<T>
  /** Runs `change` with the next commit, within 250 ms. For clean-up that can wait. */
  later(change: () => void): void
  /** Runs `change` at once, in a transaction of its own. */
  now<T>(change: () => T): T
  /** The number of durable commits. */
  made(): number
  /** Commits what is pending; resolves once it is durable. Failures are reported to its changes. */
  flush(): Promise<void>
  /** Like `flush`, then accepts no more changes. */
  close(): Promise<void>
}

const LATER_MS = 250

const SQLITE_IOERR_FSYNC = 1034
const SQLITE_IOERR_DIR_FSYNC = 1290

/** True if SQLite could not sync its files. https://www.sqlite.org/rescode.html */
const isSyncFailure = (error: unknown): boolean =>
  isErrno(error) && (error.errcode === SQLITE_IOERR_FSYNC || error.errcode === SQLITE_IOERR_DIR_FSYNC)

/** Adjusts the ballast of `disk` before each transaction. `failed`: called if a change of `later` is lost. */
export const openCommits = (
  db: Database,
  halt: Halt,
  disk?: Pick<Disk, 'adjustBallast' | 'releaseBallast'>,
  failed: (error: unknown) => void = () => undefined,
): Commits => {
  let waiting: Job[] = []
  let tidying: (() => void)[] = []
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let made = db.get<{ commits: number }>('SELECT commits FROM progress')?.commits ?? 0

  const attempt = (change: () => unknown): Outcome => {
    db.run('SAVEPOINT one')
    try {
      const value = change()
      db.run('RELEASE one')
      return { value }
    } catch (error) {
      // On a full disk SQLite has rolled the whole transaction back: there is no savepoint to return to.
      if (!db.sqlite.isTransaction) throw error
      db.run('ROLLBACK TO one')
      db.run('RELEASE one')
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

  /** Returns the number of commits including this one, which is not durable yet. */
  const transact = <T>(changes: () => T): { value: T; commits: number } => {
    if (halt.halted) throw halt.halted
    let committing = false
    disk?.adjustBallast()
    try {
      db.sqlite.exec('BEGIN IMMEDIATE')
      const value = changes()
      const row = db.get<{ commits: number }>('UPDATE progress SET commits = commits + 1 RETURNING commits')
      committing = true
      db.sqlite.exec('COMMIT')
      return { value, commits: row?.commits ?? made }
    } catch (error) {
      throw undo(error, committing)
    }
  }

  const commitGroup = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const jobs = waiting
    const extra = tidying
    waiting = []
    tidying = []
    try {
      const { value: outcomes, commits } = transact(() => {
        const results = jobs.map(job => attempt(job.change))
        for (const change of extra) {
          const outcome = attempt(change)
          if ('error' in outcome) failed(outcome.error)
        }
        return results
      })
      await db.sync().catch(error => {
        throw halt.stop('A sync of the index', error)
      })
      made = Math.max(made, commits)
      for (const [index, { resolve, reject }] of jobs.entries()) {
        const outcome = outcomes[index]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value)
      }
    } catch (error) {
      for (const job of jobs) job.reject(error)
      if (extra.length > 0 && !halt.halted) failed(error)
    }
  }

  const commitAll = async (): Promise<void> => {
    await nextTurn()
    while (waiting.length + tidying.length > 0) await commitGroup()
    running = undefined
  }
  const flush = (): Promise<void> => {
    running ??= commitAll()
    return running
  }

  return {
    run: <T>(change: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (closed) {
          reject(new Error('The engine is closed.'))
          return
        }
        waiting.push({ change, resolve: value => resolve(value as T), reject })
        void flush()
      }),
    later: change => {
      if (closed) return
      tidying.push(change)
      timer ??= setTimeout(flush, LATER_MS)
      timer.unref()
    },
    now: changes => {
      const { value, commits } = transact(changes)
      try {
        db.syncNow()
      } catch (error) {
        throw halt.stop('A sync of the index', error)
      }
      made = Math.max(made, commits)
      return value
    },
    made: () => made,
    flush,
    close: async () => {
      await flush()
      closed = true
    },
  }
}
