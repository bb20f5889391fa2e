import { storageClassColumn } from '../protocol/storage-class.ts'
import type { Database } from './database.ts'
import { type Entry, page, pageBefore, scanObjects, successor } from './listing.ts'
import type { FolderRow } from './sorted-listing.ts'

/** A place between two rows: before every key from this one on, or before every file from this value (bytes or ms) and number on. */
export type Bound = string | { value: number; seq: number }
type Value = Exclude<Bound, string>

export type Row = Entry<FolderRow & { seq?: number }>
type Found = { rows: Row[]; more: boolean }

/** Rows of a folder in an ascending order, which the index has. */
export type Sequence<B = Bound> = {
  start: B
  /** Up to `limit` rows from the bound on. */
  after(bound: B, limit: number): Found
  /** Up to `limit` rows before the bound (null: from the last one on), backwards. */
  before(bound: B | null, limit: number): Found
  /** Steps over up to `most` rows from one bound to another. `next`: where it is then; null: at `to`, or at the end. */
  skip(from: B, to: B | null, most: number): { count: number; next: B | null }
  /** The bounds before and after a row. */
  around(row: Row): [B, B]
}

type Files = { count: number; last: string | null }

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const listed = 'FROM version INDEXED BY version_listed WHERE bucket = ? AND latest = 1 AND marker = 0'

/** The names in a folder as S3 lists them; `foldersOnly`: without its files. */
export const namesOf = (
  db: Database,
  bucket: number,
  prefix: string,
  foldersOnly = false,
): Sequence<string> => {
  const end = prefix === '' ? undefined : successor(prefix)
  const own = db.get<{ size: number }>(`SELECT size ${listed} AND key = ?`, bucket, prefix)
  // The empty object that stands for the folder is no row.
  const start = own && own.size > 0 && !foldersOnly ? prefix : `${prefix}\0`
  const within = (bound: string): string => (compare(bound, start) < 0 ? start : bound)
  const ends = end === undefined ? [] : [end]
  const until = (name: string) => (end === undefined ? '' : `AND ${name} < ?`)
  // Composed once: a statement is found by its text.
  const folderSql = {
    from: `SELECT path FROM folder WHERE bucket = ? AND path >= ? ${until('path')} ORDER BY path LIMIT 1`,
    before: 'SELECT path FROM folder WHERE bucket = ? AND path > ? AND path < ? ORDER BY path DESC LIMIT 1',
    last: 'SELECT path FROM folder WHERE bucket = ? AND path > ? ORDER BY path DESC LIMIT 1',
  }
  const keys = `SELECT count(*) AS count, max(key) AS last FROM (SELECT key ${listed} AND key >= ?`
  const fileSql = { to: `${keys} AND key < ? ORDER BY key LIMIT ?)`, all: `${keys} ORDER BY key LIMIT ?)` }
  const shallow = (found: { path: string } | undefined): string | undefined =>
    found?.path.slice(0, found.path.indexOf('/', prefix.length) + 1)
  /** The first folder from the bound on. */
  const folderFrom = (bound: string): string | undefined =>
    shallow(db.get(folderSql.from, bucket, bound === prefix ? `${prefix}\0` : bound, ...ends))
  const folderBefore = (bound: string | undefined): string | undefined =>
    shallow(
      bound === undefined
        ? db.get(folderSql.last, bucket, prefix)
        : db.get(folderSql.before, bucket, prefix, bound),
    )
  const filesTo = (from: string, to: string | undefined, most: number) =>
    to === undefined
      ? db.get<Files>(fileSql.all, bucket, from, most)!
      : db.get<Files>(fileSql.to, bucket, from, to, most)!
  const after = (bound: string, limit: number): Found => {
    if (!foldersOnly) {
      const from = within(bound)
      const found = page(scanObjects(db, bucket), { prefix, delimiter: '/', after: '', from, limit })
      return { rows: found.entries, more: found.more }
    }
    const rows: Row[] = []
    let folder = folderFrom(within(bound))
    for (; folder !== undefined && rows.length < limit; folder = folderFrom(successor(folder)!))
      rows.push({ prefix: folder })
    return { rows, more: folder !== undefined }
  }
  const before = (bound: string | null, limit: number): Found => {
    const to = bound === null || (end !== undefined && compare(bound, end) > 0) ? end : bound
    if (!foldersOnly) {
      const found = pageBefore(db, bucket, { prefix, before: to ?? '', limit })
      const rows = found.entries.filter(
        entry => 'prefix' in entry || entry.row.key !== prefix || start === prefix,
      )
      return { rows, more: found.more }
    }
    const rows: Row[] = []
    let folder = folderBefore(to)
    for (; folder !== undefined && rows.length < limit; folder = folderBefore(folder))
      rows.push({ prefix: folder })
    return { rows, more: folder !== undefined }
  }
  return {
    start,
    after,
    before,
    skip(from, to, most) {
      let at = within(from)
      const stop = to === null || (end !== undefined && compare(to, end) > 0) ? end : to
      for (let count = 0; ; ) {
        const folder = folderFrom(at)
        const isReached = folder === undefined || (stop !== undefined && compare(folder, stop) >= 0)
        if (!foldersOnly) {
          const files = filesTo(at, isReached ? stop : folder, most - count)
          count += files.count
          if (count === most) return { count, next: files.count === 0 ? at : `${files.last}\0` }
        } else if (count === most) return { count, next: at }
        if (isReached) return { count, next: null }
        count += 1
        at = successor(folder)!
      }
    },
    around: row =>
      'prefix' in row ? [row.prefix, successor(row.prefix)!] : [row.row.key, `${row.row.key}\0`],
  }
}

const indexes = { size: 'version_by_size', modified: 'version_by_date' } as const

/** The objects directly in a folder, also an empty one that stands for it, by size or date. */
export const valuesOf = (db: Database, folder: number, by: keyof typeof indexes): Sequence<Value> => {
  const where = `FROM version INDEXED BY ${indexes[by]} WHERE folder = ? AND latest = 1 AND marker = 0`
  const columns = `seq, key, size, etag, modified, ${storageClassColumn}`
  const first = { value: -1, seq: 0 }
  const rowsOf = (bound: Value | null, limit: number, backwards: boolean): Found => {
    const [equal, beyond, order] = backwards ? ['seq <', '<', 'DESC'] : ['seq >=', '>', 'ASC']
    const ordered = `ORDER BY ${by} ${order}, seq ${order} LIMIT ?`
    const files: (FolderRow & { seq: number })[] = []
    if (bound) {
      const sql = `SELECT ${columns} ${where} AND ${by} = ? AND ${equal} ? ${ordered}`
      files.push(...db.all<FolderRow & { seq: number }>(sql, folder, bound.value, bound.seq, limit + 1))
    }
    if (files.length <= limit) {
      const sql = `SELECT ${columns} ${where} ${bound ? `AND ${by} ${beyond} ?` : ''} ${ordered}`
      const values = bound ? [bound.value] : []
      files.push(...db.all<FolderRow & { seq: number }>(sql, folder, ...values, limit + 1 - files.length))
    }
    return { rows: files.slice(0, limit).map(row => ({ row })), more: files.length > limit }
  }
  /** The part of `[from, to)` with the values of these conditions. */
  const skipPart = (condition: string, values: number[], most: number) => {
    const rows = `${where} ${condition}`
    const sql = `SELECT ${by} AS value, seq ${rows} ORDER BY ${by}, seq LIMIT 1 OFFSET ?`
    const next = db.get<Value>(sql, folder, ...values, most) ?? null
    const counted = `SELECT count(*) AS count ${rows}`
    const count = next ? most : db.get<{ count: number }>(counted, folder, ...values)!.count
    return { count, next }
  }
  return {
    start: first,
    after: (bound, limit) => rowsOf(bound, limit, false),
    before: (bound, limit) => rowsOf(bound, limit, true),
    skip(from, to, most) {
      const parts: [string, number[]][] = []
      if (to && to.value === from.value) {
        parts.push([`AND ${by} = ? AND seq >= ? AND seq < ?`, [from.value, from.seq, to.seq]])
      } else {
        parts.push([`AND ${by} = ? AND seq >= ?`, [from.value, from.seq]])
        if (to) parts.push([`AND ${by} > ? AND ${by} < ?`, [from.value, to.value]])
        else parts.push([`AND ${by} > ?`, [from.value]])
        if (to) parts.push([`AND ${by} = ? AND seq < ?`, [to.value, to.seq]])
      }
      let count = 0
      for (const [condition, values] of parts) {
        const part = skipPart(condition, values, most - count)
        count += part.count
        if (part.next) return { count, next: part.next }
      }
      return { count, next: null }
    },
    around(row) {
      if ('prefix' in row) throw new Error('A folder has no size and no date.')
      const { [by]: value, seq = 0 } = row.row
      return [
        { value, seq },
        { value, seq: seq + 1 },
      ]
    },
  }
}
