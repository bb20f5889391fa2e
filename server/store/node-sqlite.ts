import fs, { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { promisify } from 'node:util'
import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { type Disk, isDiskFull, isSqliteFull } from '../disk.ts'

/** Called once if a sync fails: it is unknown what is on the disk, and every later statement fails. */
export type OnHalt = (message: string, cause: unknown) => void

/**
 * Kysely's SQLite dialect over `node:sqlite`: one connection, WAL, up to 200 cached prepared statements. Every commit
 * is synced before it resolves, off the event loop, which serves S3 too: SQLite itself syncs only checkpoints. A new
 * file has mode 0600, which SQLite's other files (`-wal`, `-shm`) inherit. The ballast of `disk` is adjusted before
 * each write.
 */
export function nodeSqliteDialect(path: string, disk?: Disk, onHalt?: OnHalt): SqliteDialect {
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = normal')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma busy_timeout = 5000')
  // With a sync: data that the last process failed to sync may be in the page cache only.
  try {
    database.exec('pragma wal_checkpoint(passive)')
  } catch (error) {
    // The WAL was synced before the file had to grow: on a full disk it is read from there.
    if (!isSqliteFull(error)) throw error
  }
  return new Dialect({ database: adapt(database, disk) }, makeSync(database, `${path}-wal`, onHalt))
}

type Sync = {
  /** Whether a transaction is open: SQLite itself rolls back where the disk is full. */
  isInTransaction(): boolean
  /** @throws if a sync has failed */
  check(): void
  /** Resolves once all commits so far are durable. */
  commits(): Promise<void>
  close(): void
}

function makeSync(database: DatabaseSync, wal: string, onHalt: OnHalt | undefined): Sync {
  let failed: Error | undefined
  let file: number | undefined
  return {
    isInTransaction: () => database.isTransaction,
    check() {
      if (failed) throw failed
    },
    async commits() {
      if (database.isTransaction) return
      try {
        file ??= openSync(wal, 'r')
        await promisify(fs.fdatasync)(file)
      } catch (cause) {
        const message = 'A sync of the console’s database failed.'
        failed = new Error(message, { cause })
        onHalt?.(message, cause)
        throw failed
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
    },
  }
}

/** SQLite's DDL is transactional: a killed migration leaves nothing half done. */
class Dialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #sync: Sync

  constructor(config: SqliteDialectConfig, sync: Sync) {
    super(config)
    this.#config = config
    this.#sync = sync
  }

  override createDriver() {
    return new SyncingDriver(this.#config, this.#sync)
  }

  override createAdapter() {
    return new Adapter()
  }
}

class SyncingDriver extends SqliteDriver {
  readonly #sync: Sync

  constructor(config: SqliteDialectConfig, sync: Sync) {
    super(config)
    this.#sync = sync
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    const sync = this.#sync
    return {
      async executeQuery<R>(query: CompiledQuery, options?: AbortableOperationOptions) {
        sync.check()
        const result = await connection.executeQuery<R>(query, options)
        if (!reads(query.sql)) await sync.commits()
        return result
      },
      streamQuery: (...query) => connection.streamQuery(...query),
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Else the error of this rollback would hide the one before it.
    if (this.#sync.isInTransaction()) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    this.#sync.close()
  }
}

const reads = (sql: string): boolean => /^\s*select\b/i.test(sql)

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

function adapt(database: DatabaseSync, disk?: Disk): SqliteDatabase {
  const kept = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  function writing<T>(work: () => T): T {
    disk?.adjustBallast()
    try {
      return work()
    } catch (error) {
      if (isDiskFull(error)) disk?.releaseBallast()
      throw error
    }
  }
  function prepare(sql: string) {
    const statement = database.prepare(sql)
    const write = reads(sql) ? <T>(work: () => T) => work() : writing
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => write(() => statement.all(...(parameters as SQLInputValue[]))),
      run: (parameters: readonly unknown[]) => write(() => statement.run(...(parameters as SQLInputValue[]))),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
    }
  }
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = kept.get(sql)
      if (known) return known
      const statement = prepare(sql)
      if (kept.size >= 200) kept.clear()
      kept.set(sql, statement)
      return statement
    },
  }
}
