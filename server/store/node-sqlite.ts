import fs, { closeSync, openSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import { type Disk, isDiskFull } from '../disk.ts'
import type { FromThread, Ran, ToThread } from './sqlite-thread.ts'

/** Called once if a sync fails: it is unknown what is on the disk, and every later statement fails. */
export type OnHalt = (message: string, cause: unknown) => void

/**
 * Kysely's SQLite dialect over `node:sqlite`: one connection, WAL, up to 200 cached prepared statements. Statements run in
 * a thread of their own, as the event loop serves S3 too. Every commit is synced before it resolves: SQLite itself syncs
 * only checkpoints. A new file has mode 0600, which SQLite's other files (`-wal`, `-shm`) inherit. The ballast of `disk` is
 * adjusted before each write.
 */
export function nodeSqliteDialect(path: string, disk?: Disk, onHalt?: OnHalt): SqliteDialect {
  return new Dialect(path, disk, onHalt)
}

class Dialect extends SqliteDialect {
  readonly #make: () => Driver

  constructor(path: string, disk?: Disk, onHalt?: OnHalt) {
    super({ database: () => Promise.reject(new Error('The thread has the database.')) })
    this.#make = () => new ThreadDriver(path, disk, onHalt)
  }

  override createDriver(): Driver {
    return this.#make()
  }

  override createAdapter() {
    return new Adapter()
  }
}

/** SQLite's DDL is transactional: a killed migration leaves nothing half done. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const reads = (sql: string): boolean => /^\s*select\b/i.test(sql)

class ThreadDriver implements Driver {
  readonly #path: string
  readonly #disk: Disk | undefined
  readonly #onHalt: OnHalt | undefined
  #thread: Thread | undefined
  #wal: number | undefined
  #failed: Error | undefined
  #inTransaction = false

  constructor(path: string, disk?: Disk, onHalt?: OnHalt) {
    this.#path = path
    this.#disk = disk
    this.#onHalt = onHalt
  }

  async init(): Promise<void> {
    closeSync(openSync(this.#path, 'a', 0o600))
    this.#thread = await startThread(this.#path, error =>
      this.#halt('The thread of the console’s database has ended.', error),
    )
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <R>({ sql, parameters }: CompiledQuery) =>
        this.#execute(sql, parameters as SQLInputValue[]) as Promise<QueryResult<R>>,
      streamQuery: () => {
        throw new Error('Read in pages: the thread streams nothing.')
      },
    }
  }

  async #execute(sql: string, parameters: readonly SQLInputValue[]): Promise<QueryResult<unknown>> {
    if (this.#failed) throw this.#failed
    const write = !reads(sql)
    if (write) this.#disk?.adjustBallast()
    try {
      const { rows, changes, last, open } = await this.#thread!.run(sql, parameters)
      this.#inTransaction = open
      if (write && !open) await this.#sync()
      return { rows, ...(changes !== undefined && { numAffectedRows: changes, insertId: last }) }
    } catch (error) {
      if (error instanceof StatementError) this.#inTransaction = error.open
      if (write && isDiskFull(error)) this.#disk?.releaseBallast()
      throw error
    }
  }

  async #sync(): Promise<void> {
    try {
      this.#wal ??= openSync(`${this.#path}-wal`, 'r')
      await promisify(fs.fdatasync)(this.#wal)
    } catch (cause) {
      throw this.#halt('A sync of the console’s database failed.', cause)
    }
  }

  /** The error that every later statement fails with. */
  #halt(message: string, cause: unknown): Error {
    this.#failed = new Error(message, { cause })
    this.#onHalt?.(message, cause)
    return this.#failed
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite itself has rolled back where the disk is full; the error of this one would hide that.
    if (this.#inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    // There is one, which stays.
  }

  async destroy(): Promise<void> {
    await this.#thread?.close()
    if (this.#wal !== undefined) closeSync(this.#wal)
  }
}

/** An error of SQLite, with its codes. `open`: whether a transaction is open after it. */
class StatementError extends Error {
  code?: string
  errcode?: number
  open = false
}

type Thread = {
  run(sql: string, parameters: readonly SQLInputValue[]): Promise<Ran>
  close(): Promise<void>
}

/** Opens the database in a thread. `onDeath`: called if it ends by itself. @throws as opening does */
async function startThread(path: string, onDeath: (error: Error) => void): Promise<Thread> {
  const file = join(import.meta.dirname, `sqlite-thread${extname(import.meta.filename)}`)
  const worker = new Worker(file, { workerData: path })
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  const calls = new Map<number, PromiseWithResolvers<Ran>>()
  let made = 0
  const call = () => {
    const waiting = Promise.withResolvers<Ran>()
    calls.set(made, waiting)
    // A process may end while the database is open, but not while something is written.
    if (calls.size === 1) worker.ref()
    return { number: made++, answer: waiting.promise }
  }
  let closing = false
  const end = (error: Error) => {
    if (!closing) onDeath(error)
    closing = true
    for (const waiting of calls.values()) waiting.reject(error)
    calls.clear()
  }
  worker.on('message', (reply: FromThread) => {
    const waiting = calls.get(reply.call)
    calls.delete(reply.call)
    if (calls.size === 0) worker.unref()
    if ('ran' in reply) waiting?.resolve(reply.ran)
    else waiting?.reject(Object.assign(new StatementError(reply.failed.message), reply.failed))
  })
  worker.on('error', end)
  worker.on('exit', code => end(new Error(`It ended with ${code}.`)))
  try {
    await call().answer
  } catch (error) {
    closing = true
    await worker.terminate()
    throw error
  }
  return {
    run(sql, parameters) {
      const { number, answer } = call()
      worker.postMessage({ call: number, sql, parameters } satisfies ToThread)
      return answer
    },
    async close() {
      closing = true
      worker.ref()
      worker.postMessage('close')
      await ended
    },
  }
}
