import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'
import { type Disk, isDiskFull } from '../disk.ts'

/**
 * Kysely's SQLite dialect over `node:sqlite`: one connection, WAL, every commit fsynced, up to 200 prepared statements
 * kept. A new file has mode 0600, which SQLite's other files (`-wal`, `-shm`) inherit. The ballast of `disk` is adjusted
 * before each write.
 */
export function nodeSqliteDialect(path: string, disk?: Disk): SqliteDialect {
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma busy_timeout = 5000')
  return new Dialect({ database: adapt(database, disk) })
}

/** SQLite's DDL is transactional: a killed migration leaves nothing half done. */
class Dialect extends SqliteDialect {
  override createAdapter() {
    return new Adapter()
  }
}

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
    const write = /^\s*select\b/i.test(sql) ? <T>(work: () => T) => work() : writing
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
