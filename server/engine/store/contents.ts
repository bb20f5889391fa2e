import { crc32 } from '@node-rs/crc32'
import type { Discard } from './changes.ts'
import type { Store } from './store.ts'

/** A piece of an object: the `size` bytes of `blob`, at `start` of the object; `small` where the index itself has them. */
export type Segment = {
  number: number
  start: number
  size: number
  blob: string | null
  small?: { bytes: Buffer; crc: number }
  checksum: string | null
}

/** Where a body was stored: the id of its blob, or its bytes, which go into the index; null: empty. */
export type Stored = string | Buffer | null

/** Adds content of one body. */
export const addContent = (store: Store, size: number, stored: Stored): number =>
  stored instanceof Buffer
    ? store.db.insert(
        'INSERT INTO content (refs, size, crc, bytes) VALUES (1, ?, ?, ?)',
        size,
        crc32(stored),
        stored,
      )
    : store.db.insert('INSERT INTO content (refs, size, blob) VALUES (1, ?, ?)', size, stored)

/** Counts one more version that refers to the content: a copy. */
export const shareContent = (store: Store, content: number): void => {
  store.db.run('UPDATE content SET refs = refs + 1 WHERE id = ?', content)
}

/** Counts one version less; the last one takes the content's files with it. */
export const releaseContent = (store: Store, content: number, discard: Discard): void => {
  const row = store.db.get<{ blob: string | null; parts: number }>(
    'DELETE FROM content WHERE id = ? AND refs = 1 RETURNING blob, parts',
    content,
  )
  if (!row) {
    store.db.run('UPDATE content SET refs = refs - 1 WHERE id = ?', content)
    return
  }
  const blobs =
    row.parts > 0
      ? store.db
          .all<{ blob: string }>('SELECT blob FROM segment WHERE content = ? AND blob IS NOT NULL', content)
          .map(segment => segment.blob)
      : [row.blob].filter(blob => blob !== null)
  if (row.parts > 0) store.db.run('DELETE FROM segment WHERE content = ?', content)
  if (blobs.length > 0) discard(blobs, content)
}

/** How many parts a multipart object was made of; 0 for any other. */
export const partCount = ({ db }: Pick<Store, 'db'>, content: number): number =>
  db.get<{ parts: number }>('SELECT parts FROM content WHERE id = ?', content)?.parts ?? 0

/** The pieces of a content that hold bytes `from` … `to` (excluded), in order. Empty content has none. */
export const segmentsOf = (store: Store, content: number, from: number, to: number): Segment[] => {
  const row = store.db.get<{
    blob: string | null
    size: number
    bytes: Uint8Array<ArrayBuffer> | null
    crc: number
  }>('SELECT blob, size, bytes, crc FROM content WHERE id = ?', content)
  if (!row || to <= from) return []
  const { blob, size, bytes, crc } = row
  const whole = { number: 1, start: 0, size, blob, checksum: null }
  if (bytes) return [{ ...whole, small: { bytes: Buffer.from(bytes.buffer), crc } }]
  if (blob !== null) return [whole]
  return store.db.all<Segment>(
    `SELECT number, start, size, blob, checksum FROM segment
     WHERE content = ?1 AND start < ?3
       AND start >= (SELECT max(start) FROM segment WHERE content = ?1 AND start <= ?2)
     ORDER BY start, number`,
    content,
    from,
    to,
  )
}
