import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { MiB } from '../../domain/limits.ts'
import { isSqliteFull } from '../disk.ts'

// A thread of node-sqlite.ts: opens the database in `workerData`, and runs one statement after the other.

/** `reads`: it is only read. */
export type Opened = { path: string; reads: boolean }
export type ToThread = { call: number; sql: string; parameters: readonly SQLInputValue[] }
/** What a statement returns; `open`: whether a transaction is open after it. */
export type Ran = { rows: unknown[]; changes?: bigint; last?: bigint; open: boolean }
/** Node copies an error to another thread without its codes. */
export type Failed = { message: string; code?: string; errcode?: number; open: boolean }
/** The first message is the opening's, whose call is 0. */
export type FromThread = { call: number } & ({ ran: Ran } | { failed: Failed })

const port = parentPort!
const most = 200
const kept = new Map<string, { reader: boolean; statement: StatementSync }>()
let database: DatabaseSync | undefined

function open({ path, reads }: Opened): Ran {
  database = new DatabaseSync(path, { readOnly: reads })
  if (reads) {
    database.exec('pragma busy_timeout = 5000')
    return { rows: [], open: false }
  }
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = normal')
  // A transaction that was once large must not keep its room for ever.
  database.exec(`pragma journal_size_limit = ${16 * MiB}`)
  database.exec('pragma foreign_keys = on')
  database.exec('pragma busy_timeout = 5000')
  try {
    // With a sync: data that the last process failed to sync may be in the page cache only.
    database.exec('pragma wal_checkpoint(passive)')
  } catch (error) {
    // The WAL was synced before the file had to grow: on a full disk it is read from there.
    if (!isSqliteFull(error)) throw error
  }
  return { rows: [], open: false }
}

function prepared(sql: string) {
  const known = kept.get(sql)
  if (known) return known
  const statement = database!.prepare(sql)
  const made = { statement, reader: statement.columns().length > 0 }
  if (kept.size >= most) kept.clear()
  kept.set(sql, made)
  return made
}

function run({ sql, parameters }: ToThread): Ran {
  const { reader, statement } = prepared(sql)
  if (reader) return { rows: statement.all(...parameters), open: database!.isTransaction }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], changes: BigInt(changes), last: BigInt(lastInsertRowid), open: database!.isTransaction }
}

function answer(call: number, work: () => Ran): void {
  let reply: FromThread
  try {
    reply = { call, ran: work() }
  } catch (error) {
    const { message, code, errcode } = error as Failed
    reply = { call, failed: { message, code, errcode, open: database?.isTransaction ?? false } as Failed }
  }
  port.postMessage(reply)
}

answer(0, () => open(workerData as Opened))
port.on('message', (message: ToThread | 'close') => {
  if (message !== 'close') return answer(message.call, () => run(message))
  database?.close()
  port.close()
})
