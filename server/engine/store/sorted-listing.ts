import type { FolderOrder, FolderPosition } from '../../s3/folder.ts'
import { storageClassColumn } from '../protocol/storage-class.ts'
import type { Database } from './database.ts'
import { isFile } from './folders.ts'
import { type Entry, type Listed, pageBefore, successor } from './listing.ts'

export type FolderRow = Pick<Listed, 'key' | 'size' | 'etag' | 'modified' | 'storage_class'>

type Page = { entries: Entry<FolderRow>[]; next: FolderPosition | null }

type Wanted = { prefix: string; order: FolderOrder; at: FolderPosition | null; limit: number }

/** Up to `limit` folders in the one at `prefix`, after the folder `after`, by name: each is one search in the index. */
const foldersIn = (
  db: Database,
  bucket: number,
  { prefix, after, limit }: { prefix: string; after: string | undefined; limit: number },
): string[] => {
  const found: string[] = []
  const end = prefix === '' ? undefined : successor(prefix)
  let last = after
  while (found.length < limit) {
    const row: { path: string } | undefined = db.get<{ path: string }>(
      `SELECT path FROM folder WHERE bucket = ? AND path ${last === undefined ? '>' : '>='} ?
       ${end === undefined ? '' : 'AND path < ?'} ORDER BY path LIMIT 1`,
      bucket,
      last === undefined ? prefix : successor(last)!,
      ...(end === undefined ? [] : [end]),
    )
    if (!row) break
    last = row.path.slice(0, row.path.indexOf('/', prefix.length) + 1)
    found.push(last)
  }
  return found
}

const indexOf = { size: 'version_by_size', modified: 'version_by_date' } as const

type SizeOrDate = Extract<FolderOrder, { by: keyof typeof indexOf }>
type Value = Extract<FolderPosition, { value: number }>
type Numbered = FolderRow & { seq: number }

/** Up to `limit` objects directly in a folder, after a position. */
const filesIn = (
  db: Database,
  folder: number,
  { by, descending }: SizeOrDate,
  after: Value | null,
  limit: number,
): Numbered[] => {
  const [direction, beyond] = descending ? ['DESC', '<'] : ['ASC', '>']
  const select = `SELECT seq, key, size, etag, modified, ${storageClassColumn} FROM version INDEXED BY ${indexOf[by]}
    WHERE folder = ? AND latest = 1 AND marker = 0`
  const order = `ORDER BY ${by} ${direction}, seq ${direction} LIMIT ?`
  if (!after) return db.all(`${select} ${order}`, folder, limit)
  const equal = db.all<Numbered>(
    `${select} AND ${by} = ? AND seq ${beyond} ? ${order}`,
    ...[folder, after.value, after.seq, limit],
  )
  if (equal.length === limit) return equal
  const others = db.all<Numbered>(
    `${select} AND ${by} ${beyond} ? ${order}`,
    ...[folder, after.value, limit - equal.length],
  )
  return [...equal, ...others]
}

const byValue = (
  db: Database,
  bucket: number,
  order: SizeOrDate,
  { prefix, at, limit }: Omit<Wanted, 'order'>,
): Page => {
  const value = at && 'value' in at ? at : null
  const after = at && 'folder' in at ? at.folder : undefined
  const folders = value ? [] : foldersIn(db, bucket, { prefix, after, limit })
  const entries: Page['entries'] = folders.map(folder => ({ prefix: folder }))
  if (folders.length === limit) return { entries, next: { folder: folders.at(-1)! } }
  const own = db.get<{ id: number }>('SELECT id FROM folder WHERE bucket = ? AND path = ?', bucket, prefix)
  const asked = limit - folders.length
  const rows = own ? filesIn(db, own.id, order, value, asked) : []
  for (const row of rows) if (isFile(row)) entries.push({ row })
  const last = rows.length === asked ? rows.at(-1) : undefined
  return { entries, next: last ? { value: last[order.by], seq: last.seq } : null }
}

/**
 * One page of a folder in another order than a listing. It costs the same wherever it is, and however many there are. By
 * size or date all objects must be counted: see `Folders`.
 */
export const sortedPage = (db: Database, bucket: number, { order, ...wanted }: Wanted): Page => {
  if (order.by !== 'name') return byValue(db, bucket, order, wanted)
  const { prefix, at, limit } = wanted
  const before = at && 'before' in at ? at.before : ''
  const { entries, more } = pageBefore(db, bucket, { prefix, before, limit })
  const last = entries.at(-1)
  const next = more && last ? { before: 'prefix' in last ? last.prefix : last.row.key } : null
  return { entries: entries.filter(entry => 'prefix' in entry || isFile(entry.row)), next }
}
