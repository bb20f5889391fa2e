import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { allOf, bucketTerm, indexedName, ownerTerm } from './name-terms.ts'

/** A row of the index's `version`, and its bucket's owner. */
export type NamedRow = { seq: number; bucket: number; uid: string; key: string }

/** Rows with all `trigrams`, of a bucket or of a user's buckets, the newest first, with a `seq` below `before`. */
export type NameQuery = {
  trigrams: readonly string[]
  of: { bucket: number } | { uid: string }
  before: number
  limit: number
}

export type NameCall =
  /**
   * Adds all rows after `after` up to `upTo`, if `after` is the place: the index may have been begun again. `commits`: of
   * the index, all durable, with the last of the rows.
   */
  | { add: NamedRow[]; after: number; upTo: number; commits: number }
  | { find: NameQuery }
  /** The numbers of up to `limit` rows after this one. */
  | { listAfter: number; limit: number }
  | { forget: number[] }
  /** Compares the structure with itself. @throws if it is damaged */
  | { check: true }
  /** Begins again with none. */
  | { clear: true }

/** `commits`: those of the index when it was opened. */
export type NameThreadData = { file: string; commits: number }

export type ToNameThread = { call: number; wanted: NameCall } | 'close'

/** `place`: all rows of `version` up to this `seq` are in the index of names. */
export type FromNameThread = { call: number; place: number } & ({ rows: number[] } | { failed: string })

const SCHEMA = 1

const { file, commits: known } = workerData as NameThreadData

const remove = (): void => {
  for (const suffix of ['', '-wal', '-shm']) fs.rmSync(file + suffix, { force: true })
}

const connect = (): DatabaseSync => {
  // SQLite would let others read it, and the files beside it.
  fs.closeSync(fs.openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file)
  try {
    db.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -32768;
    `)
    const schema = db.prepare('PRAGMA user_version').get()?.user_version
    if (schema === SCHEMA) return db
    if (schema !== 0) throw Object.assign(new Error('Another schema.'), { errcode: 11 })
    db.exec(`
      BEGIN;
      CREATE TABLE state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        place INTEGER NOT NULL,
        commits INTEGER NOT NULL
      ) STRICT;
      INSERT INTO state VALUES (1, 0, 0);
      CREATE TABLE owner (number INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE) STRICT;
      CREATE VIRTUAL TABLE name USING fts5(
        folded, owner, bucket,
        content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
      );
      PRAGMA user_version = ${SCHEMA};
      COMMIT;
    `)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const stateOf = (db: DatabaseSync): { place: number; commits: number } => {
  const { place, commits } = db.prepare('SELECT place, commits FROM state').get()!
  return { place: Number(place), commits: Number(commits) }
}

/** Begins again if the file is damaged, of another program, or newer than the index. */
const open = (): DatabaseSync => {
  try {
    const db = connect()
    if (stateOf(db).commits <= known) return db
    db.close()
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  remove()
  return connect()
}

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const isDamage = (error: unknown): boolean =>
  [11, 26].includes(Number((error as { errcode?: number }).errcode) & 0xff)

let db = open()
let { place } = stateOf(db)

const transact = (work: () => void): void => {
  db.exec('BEGIN')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

const ownerOf = (uid: string): number | undefined => {
  const number = db.prepare('SELECT number FROM owner WHERE uid = ?').get(uid)?.number
  return number === undefined ? undefined : Number(number)
}

const add = ({ add: rows, after, upTo, commits }: Extract<NameCall, { add: unknown }>): void => {
  if (after !== place) return
  const insertion = db.prepare('INSERT INTO name (rowid, folded, owner, bucket) VALUES (?, ?, ?, ?)')
  const owners = new Map<string, string>()
  const termOf = (uid: string): string => {
    const number =
      ownerOf(uid) ?? Number(db.prepare('INSERT INTO owner (uid) VALUES (?)').run(uid).lastInsertRowid)
    const term = ownerTerm(number)
    owners.set(uid, term)
    return term
  }
  transact(() => {
    for (const { seq, bucket, uid, key } of rows)
      insertion.run(seq, indexedName(key), owners.get(uid) ?? termOf(uid), bucketTerm(bucket))
    db.prepare('UPDATE state SET place = ?, commits = ?').run(upTo, commits)
  })
  place = upTo
}

const numbers = (rows: readonly { id?: unknown }[]): number[] => rows.map(({ id }) => Number(id))

const find = ({ trigrams, of, before, limit }: NameQuery): number[] => {
  const owner = 'uid' in of ? ownerOf(of.uid) : undefined
  if ('uid' in of && owner === undefined) return []
  const own = 'bucket' in of ? bucketTerm(of.bucket) : ownerTerm(owner!)
  return numbers(
    db
      .prepare('SELECT rowid AS id FROM name WHERE name MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?')
      .all(allOf([own, ...trigrams]), before, limit),
  )
}

const listAfter = (after: number, limit: number): number[] =>
  numbers(db.prepare('SELECT id FROM name_docsize WHERE id > ? ORDER BY id LIMIT ?').all(after, limit))

const forget = (rows: readonly number[]): void => {
  const deletion = db.prepare('DELETE FROM name WHERE rowid = ?')
  transact(() => {
    for (const row of rows) deletion.run(row)
  })
}

const answer = (wanted: NameCall): number[] => {
  if ('find' in wanted) return find(wanted.find)
  if ('listAfter' in wanted) return listAfter(wanted.listAfter, wanted.limit)
  if ('add' in wanted) add(wanted)
  else if ('forget' in wanted) forget(wanted.forget)
  else if ('clear' in wanted) startAgain()
  else db.exec("INSERT INTO name (name) VALUES ('integrity-check')")
  return []
}

const startAgain = (): void => {
  db.close()
  remove()
  db = connect()
  place = 0
}

const say = (message: FromNameThread): void => parentPort!.postMessage(message)

/** A worker thread of `name-index.ts`: it has the index of names. */
parentPort!.on('message', (message: ToNameThread) => {
  if (message === 'close') {
    db.close()
    parentPort!.close()
    return
  }
  const { call, wanted } = message
  try {
    const rows = answer(wanted)
    say({ call, place, rows })
  } catch (error) {
    if (isDamage(error)) startAgain()
    say({ call, place, failed: error instanceof Error ? error.message : String(error) })
  }
})

say({ call: 0, place, rows: [] })
