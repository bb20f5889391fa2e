import fs, { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { isSqliteFull } from '../../disk.ts'
import { readMark } from './mark.ts'
import { migrate } from './schema.ts'
import { fdatasync } from './sync.ts'

/** The index's connection. Statements are prepared once, by their text. */
export type Database = {
  sqlite: DatabaseSync
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Returns the new row's id. */
  insert(sql: string, ...values: SQLInputValue[]): number
  /** Makes the commits so far durable, without blocking the event loop. */
  sync(): Promise<void>
  syncNow(): void
  close(): void
}

/**
 * Opens or creates the index in `dir`: WAL, `synchronous=NORMAL`. A commit is in the WAL when it returns, and durable
 * once `sync` has returned; SQLite itself syncs the WAL before a checkpoint, and the index after it, before it restarts
 * the WAL (https://www.sqlite.org/pragma.html#pragma_synchronous). The lock is exclusive: a second process on the same
 * folder fails here.
 * @throws if the folder is in use or not writable, or the index is damaged
 */
export const openDatabase = (dir: string): Database => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, 'index.sqlite')
  // SQLite would let others read it, and the files beside it.
  fs.closeSync(fs.openSync(file, 'a', 0o600))
  const sqlite = new DatabaseSync(file, { timeout: 2000 })
  try {
    open(sqlite, dir)
  } catch (error) {
    sqlite.close()
    if (!isDamaged(error)) throw error
    throw new Error(`The index ${file} is damaged (${(error as Error).message}). Nothing was changed.`, {
      cause: error,
    })
  }
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const statement = sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const wal = fs.openSync(`${file}-wal`, 'r')
  return {
    sqlite,
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    insert: (sql, ...values) => Number(prepared(sql).run(...values).lastInsertRowid),
    sync: () => fdatasync(wal),
    syncNow: () => fs.fdatasyncSync(wal),
    close: () => {
      sqlite.close()
      fs.closeSync(wal)
    },
  }
}

/**
 * Writes the WAL into the index, with an fsync: a frame whose fsync failed in the last process may be in the page cache
 * only, and later commits would be lost with it.
 */
const checkpoint = (sqlite: DatabaseSync): void => {
  try {
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isSqliteFull(error)) throw error
  }
}

/** The largest index, in bytes, that is checked at the start after an unclean shutdown. */
const MOST_CHECKED = 256 * 1024 * 1024

const open = (sqlite: DatabaseSync, dir: string): void => {
  sqlite.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = OFF;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 2000;
  `)
  migrate(sqlite)
  checkpoint(sqlite)
  const mark = readMark(dir)
  if (!mark || mark.clean || statSync(join(dir, 'index.sqlite')).size > MOST_CHECKED) return
  const [problem] = sqlite.prepare('PRAGMA quick_check(1)').all()
  if (problem?.quick_check === 'ok') return
  throw Object.assign(new Error(String(problem?.quick_check).replaceAll(/\s+/g, ' ')), {
    code: 'ERR_SQLITE_ERROR',
    errcode: SQLITE_CORRUPT,
  })
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes(Number(error.errcode) & 0xff)
