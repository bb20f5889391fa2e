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
import type { FromThread, Opened, Ran, ToThread } from './sqlite-thread.ts'

/** Called once if a sync fails: it is unknown what is on the disk, and every later statement fails. */
export type OnHalt = (message: string, cause: unknown) => void

/**
 * Kysely's SQLite dialect over `node:sqlite`: WAL, one connection that writes and one that reads, each with up to 200 cached
 * prepared statements and in a thread of its own, as the event loop serves S3 too. Transactions and single writes take
 * turns; other reads do not wait for them. Every commit is synced before it resolves, or a read that may have seen it:
 * SQLite itself syncs only checkpoints. A new file has mode 0600, which SQLite's other files (`-wal`, `-shm`) inherit. The
 * ballast of `disk` is adjusted before each write.
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

  override get supportsMultipleConnections() {
    return true
  }
}

const reads = (sql: string): boolean => /^\s*select\b/i.test(sql)

class ThreadDriver implements Driver {
  readonly #path: string
  readonly #disk: Disk | undefined
  readonly #onHalt: OnHalt | undefined
  #writer: Thread | undefined
  #reader: Thread | undefined
  #wal: number | undefined
  #failed: Error | undefined
  #inTransaction = false
  /** The end of the last turn with the writer. */
  #turns: Promise<void> = Promise.resolve()
  /** The commit that is being written and synced. */
  #commit: Promise<unknown> | undefined

  constructor(path: string, disk?: Disk, onHalt?: OnHalt) {
    this.#path = path
    this.#disk = disk
    this.#onHalt = onHalt
  }

  async init(): Promise<void> {
    closeSync(openSync(this.#path, 'a', 0o600))
    const start = (reads: boolean) =>
      startThread({ path: this.#path, reads }, error =>
        this.#halt('A thread of the console’s database has ended.', error),
      )
    // The writer makes the WAL that the reader needs.
    this.#writer = await start(false)
    this.#reader = await start(true)
  }

  async acquireConnection(): Promise<Connection> {
    const connection: Connection = {
      endTurn: null,
      executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
        const values = parameters as SQLInputValue[]
        const beside = reads(sql) && connection.endTurn === null
        const ran = beside ? this.#read(sql, values) : this.#inTurn(connection, sql, values)
        return ran as Promise<QueryResult<R>>
      },
      streamQuery: () => {
        throw new Error('Read in pages: the thread streams nothing.')
      },
    }
    return connection
  }

  async #read(sql: string, parameters: readonly SQLInputValue[]): Promise<QueryResult<unknown>> {
    if (this.#failed) throw this.#failed
    const { rows } = await this.#reader!.run(sql, parameters)
    // It may be seen already, and not yet be on the disk.
    await this.#commit
    if (this.#failed) throw this.#failed
    return { rows }
  }

  /** In the transaction of the connection, or in a turn of its own. */
  async #inTurn(
    { endTurn }: Connection,
    sql: string,
    parameters: readonly SQLInputValue[],
  ): Promise<QueryResult<unknown>> {
    const end = endTurn ?? (await this.#takeTurn())
    try {
      return await this.#execute(sql, parameters)
    } finally {
      if (endTurn === null) end()
    }
  }

  /** Waits until nobody else uses the writer; returns what ends the turn. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#turns
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turns = promise
    await before
    return resolve
  }

  async #execute(sql: string, parameters: readonly SQLInputValue[]): Promise<QueryResult<unknown>> {
    if (this.#failed) throw this.#failed
    const write = !reads(sql)
    if (write) this.#disk?.adjustBallast()
    const running = this.#run(sql, parameters, write)
    if (write && (!this.#inTransaction || sql === 'commit')) this.#commit = running.catch(() => undefined)
    try {
      const { rows, changes, last } = await running
      return { rows, ...(changes !== undefined && { numAffectedRows: changes, insertId: last }) }
    } catch (error) {
      if (error instanceof StatementError) this.#inTransaction = error.open
      if (write && isDiskFull(error)) this.#disk?.releaseBallast()
      throw error
    }
  }

  async #run(sql: string, parameters: readonly SQLInputValue[], write: boolean): Promise<Ran> {
    const ran = await this.#writer!.run(sql, parameters)
    this.#inTransaction = ran.open
    if (write && !ran.open) await this.#sync()
    return ran
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

  async beginTransaction(connection: Connection): Promise<void> {
    connection.endTurn = await this.#takeTurn()
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // SQLite itself has rolled back where the disk is full; the error of this one would hide that.
    if (this.#inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.endTurn?.()
    connection.endTurn = null
  }

  async destroy(): Promise<void> {
    await this.#reader?.close()
    await this.#writer?.close()
    if (this.#wal !== undefined) closeSync(this.#wal)
  }
}

/** `endTurn`: ends its turn with the writer; null: it has no transaction. */
type Connection = DatabaseConnection & { endTurn: (() => void) | null }

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
async function startThread(opened: Opened, onDeath: (error: Error) => void): Promise<Thread> {
  const file = join(import.meta.dirname, `sqlite-thread${extname(import.meta.filename)}`)
  const worker = new Worker(file, { workerData: opened })
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
