import { storageClassColumn } from '../protocol/storage-class.ts'
import type { Database } from './database.ts'

export type Listed = {
  key: string
  size: number
  etag: string
  modified: number
  checksum: string | null
  acl: string | null
  storage_class: string | null
}
/** One entry of a page, in key order: an object, or a common prefix. */
export type Entry<Row> = { prefix: string } | { row: Row }

/**
 * The least string that sorts after every string with the prefix `text`, by code point, which is the order of the UTF-8
 * bytes; undefined if there is none.
 */
export const successor = (text: string): string | undefined => {
  const code = text.charCodeAt(text.length - 1)
  if (code < 0xd7ff) return text.slice(0, -1) + String.fromCharCode(code + 1)
  const points = Array.from(text)
  while (points.length > 0) {
    const last = points.pop()!.codePointAt(0)!
    if (last === 0x10ffff) continue
    const next = last === 0xd7ff ? 0xe000 : last + 1
    return points.join('') + String.fromCodePoint(next)
  }
  return undefined
}

/** Where a scan starts: at `key` (`inclusive`) or after it; with an `id`, after that row of several with the same key. */
export type Cursor = { key: string; inclusive: boolean; id?: string | number | undefined }

export type Scan<Row> = {
  /** Up to `limit` rows by key, from the cursor to before `end` (undefined: no end). */
  rows(from: Cursor, end: string | undefined, limit: number): Row[]
  /** The first key that is not before `key`, from the index alone. */
  firstKey(key: string): string | undefined
}

/**
 * Characters of keys after which a page ends: one of 1,000 keys of 1,000 bytes would delay everyone else's requests.
 */
const MOST_CHARACTERS = 120_000
/** Rows of one read: as many as fit into a page of long keys; more once the first ones were short. */
const MOST_ROWS = 128

/**
 * One page of up to `limit` entries, fewer if keys are long. `after`: a key or common prefix to continue after ('' at
 * the start); a key is past its common prefix. Keys with the same prefix up to the delimiter become one entry, and the
 * scan skips the others, so that a page costs the same however many they are.
 */
export const page = <Row extends { key: string; id?: string | number }>(
  scan: Scan<Row>,
  options: {
    prefix: string
    delimiter: string
    after: string
    afterId?: string | number | undefined
    /** Instead of `after`: the first key of the page, if there is one. */
    from?: string | undefined
    limit: number
  },
): { entries: Entry<Row>[]; more: boolean } => {
  const { prefix, delimiter, after, limit } = options
  const end = prefix === '' ? undefined : successor(prefix)
  const commonPrefix = (key: string): string | undefined => {
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    return at < 0 ? undefined : key.slice(0, at + delimiter.length)
  }
  const entries: Entry<Row>[] = []
  let cursor: Cursor = { key: options.from ?? prefix, inclusive: true }
  if (after !== '') {
    const common = after.startsWith(prefix) ? commonPrefix(after) : undefined
    if (common !== undefined) {
      const next = successor(common)
      if (next === undefined) return { entries, more: false }
      cursor = { key: next, inclusive: true }
    } else if (Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0) {
      cursor = { key: after, inclusive: false, id: options.afterId }
    }
  }
  let batch = delimiter === '' ? MOST_ROWS : 8
  let characters = 0
  for (;;) {
    const asked = Math.min(batch, limit + 1 - entries.length)
    const rows = scan.rows(cursor, end, asked)
    const fitting = characters === 0 ? 0 : (entries.length / characters) * (MOST_CHARACTERS - characters)
    batch = Math.min(batch * 4, Math.max(MOST_ROWS, Math.floor(fitting)))
    let common: string | undefined
    for (const row of rows) {
      if (entries.length === limit || characters > MOST_CHARACTERS) return { entries, more: true }
      common = commonPrefix(row.key)
      if (common !== undefined) break
      entries.push({ row })
      characters += row.key.length
      cursor = { key: row.key, inclusive: false, id: row.id }
    }
    if (common === undefined && rows.length < asked) return { entries, more: false }
    while (common !== undefined) {
      if (entries.length === limit || characters > MOST_CHARACTERS) return { entries, more: true }
      entries.push({ prefix: common })
      characters += common.length
      const next = successor(common)
      const key = next === undefined ? undefined : scan.firstKey(next)
      if (key === undefined || !key.startsWith(prefix)) return { entries, more: false }
      cursor = { key, inclusive: true }
      common = commonPrefix(key)
      batch = 8
    }
  }
}

/** Current objects of a bucket, for `page`. */
export const scanObjects = (db: Database, bucket: number): Scan<Listed> => {
  const where = 'FROM version INDEXED BY version_listed WHERE bucket = ? AND latest = 1 AND marker = 0'
  const select = `SELECT key, size, etag, modified, checksum, acl, ${storageClassColumn} ${where}`
  return {
    rows: (from, end, limit) =>
      db.all<Listed>(
        `${select} AND key ${from.inclusive ? '>=' : '>'} ? ${end === undefined ? '' : 'AND key < ?'} ORDER BY key LIMIT ?`,
        bucket,
        from.key,
        ...(end === undefined ? [] : [end]),
        limit,
      ),
    firstKey: key =>
      db.get<{ key: string }>(`SELECT key ${where} AND key >= ? ORDER BY key LIMIT 1`, bucket, key)?.key,
  }
}

/**
 * One page of up to `limit` current objects of a bucket backwards, with common prefixes up to the slash. `before`: a key or
 * common prefix to continue before ('' at the end).
 */
export const pageBefore = (
  db: Database,
  bucket: number,
  { prefix, before, limit }: { prefix: string; before: string; limit: number },
): { entries: Entry<Listed>[]; more: boolean } => {
  const entries: Entry<Listed>[] = []
  let end = before === '' ? (prefix === '' ? undefined : successor(prefix)) : before
  let characters = 0
  for (let batch = 8; ; batch = Math.min(batch * 4, MOST_ROWS)) {
    const rows = db.all<Listed>(
      `SELECT key, size, etag, modified, checksum, acl, ${storageClassColumn} FROM version INDEXED BY version_listed
       WHERE bucket = ? AND latest = 1 AND marker = 0 AND key >= ? ${end === undefined ? '' : 'AND key < ?'}
       ORDER BY key DESC LIMIT ?`,
      bucket,
      prefix,
      ...(end === undefined ? [] : [end]),
      batch,
    )
    let skips = false
    for (const row of rows) {
      if (entries.length === limit || characters > MOST_CHARACTERS) return { entries, more: true }
      const slash = row.key.indexOf('/', prefix.length)
      end = slash < 0 ? row.key : row.key.slice(0, slash + 1)
      entries.push(slash < 0 ? { row } : { prefix: end })
      characters += end.length
      skips = slash >= 0
      if (skips) break
    }
    if (skips) batch = 2
    else if (rows.length < batch) return { entries, more: false }
  }
}

export type ListedVersion = Listed & {
  id: number
  version_id: string
  latest: number
  marker: number
}

/** Versions and delete markers of a bucket by key, the newest first, for `page`; the `id` of a row is its `seq`. */
export const scanVersions = (db: Database, bucket: number): Scan<ListedVersion> => {
  const select = `SELECT key, seq AS id, version_id, latest, marker, size, etag, modified, checksum, acl,
    ${storageClassColumn} FROM version INDEXED BY version_of_key WHERE bucket = ?`
  const rows: Scan<ListedVersion>['rows'] = (from, end, limit) => {
    const older =
      from.id === undefined
        ? []
        : db.all<ListedVersion>(
            `${select} AND key = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
            bucket,
            from.key,
            from.id,
            limit,
          )
    if (older.length === limit) return older
    const next = db.all<ListedVersion>(
      `${select} AND key ${from.inclusive ? '>=' : '>'} ? ${end === undefined ? '' : 'AND key < ?'}
       ORDER BY key, seq DESC LIMIT ?`,
      bucket,
      from.key,
      ...(end === undefined ? [] : [end]),
      limit - older.length,
    )
    return older.length === 0 ? next : [...older, ...next]
  }
  return {
    rows,
    firstKey: key =>
      db.get<{ key: string }>(
        'SELECT key FROM version INDEXED BY version_of_key WHERE bucket = ? AND key >= ? ORDER BY key LIMIT 1',
        bucket,
        key,
      )?.key,
  }
}

type ListedUpload = {
  key: string
  id: string
  started: number
  checksum_algorithm: string | null
  checksum_type: string | null
  acl: string | null
  initiator: string | null
  storage_class: string | null
}

/** Unfinished uploads of a bucket by key, then by start, for `page`. */
export const scanUploads = (db: Database, bucket: number): Scan<ListedUpload> => ({
  rows: (from, end, limit) => {
    const after = from.id === undefined ? `key ${from.inclusive ? '>=' : '>'} ?` : '(key, id) > (?, ?)'
    return db.all<ListedUpload>(
      `SELECT key, id, started, checksum_algorithm, checksum_type, acl, initiator, ${storageClassColumn} FROM upload WHERE bucket = ? AND ${after}
       ${end === undefined ? '' : 'AND key < ?'} ORDER BY key, id LIMIT ?`,
      bucket,
      from.key,
      ...(from.id === undefined ? [] : [from.id]),
      ...(end === undefined ? [] : [end]),
      limit,
    )
  },
  firstKey: key =>
    db.get<{ key: string }>(
      'SELECT key FROM upload WHERE bucket = ? AND key >= ? ORDER BY key LIMIT 1',
      bucket,
      key,
    )?.key,
})
