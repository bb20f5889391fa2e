import { crc32 } from '../../crc32.ts'
import type { Discard } from './changes.ts'
import type { Readable, Store } from './store.ts'

/**
 * A piece of an object: the `size` bytes of `blob`, at `start` of the object; `small` if the index itself contains
 * them.
 * `dataKey`: wrapped; null if the bytes are plain.
 */
export type Segment = {
  number: number
  start: number
  size: number
  blob: string | null
  small?: { bytes: Buffer; crc: number }
  dataKey: Uint8Array | null
  checksum: string | null
}

/**
 * A stored body: the id of its blob, or its bytes, which are stored in the index. `dataKey`: wrapped; null if it is
 * plain.
 */
export type StoredFile = { blob: string; dataKey: Buffer | null }
export type Stored = StoredFile | { bytes: Buffer; dataKey: Buffer | null }

/** Adds content of a single body; null: an empty one. */
export const addContent = ({ db }: Store, size: number, stored: Stored | null): number => {
  const dataKey = stored?.dataKey ?? null
  if (stored && 'bytes' in stored) {
    const { bytes } = stored
    return db.insert(
      'INSERT INTO content (refs, size, crc, bytes, data_key) VALUES (1, ?, ?, ?, ?)',
      size,
      crc32(bytes),
      bytes,
      dataKey,
    )
  }
  const blob = stored?.blob ?? null
  return db.insert(
    'INSERT INTO content (refs, size, blob, data_key) VALUES (1, ?, ?, ?)',
    size,
    blob,
    dataKey,
  )
}

/** Counts one more version that refers to the content: a copy. */
export const shareContent = (store: Store, content: number): void => {
  store.db.run('UPDATE content SET refs = refs + 1 WHERE id = ?', content)
}

/** Counts one version less; without versions, the content and its files are removed. */
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

/** The number of parts of a multipart object; 0 for any other. */
export const partCount = ({ db }: Pick<Store, 'db'>, content: number): number =>
  db.get<{ parts: number }>('SELECT parts FROM content WHERE id = ?', content)?.parts ?? 0

/** The segments of a content that contain bytes `from` … `to` (excluded), in order. Empty content has none. */
export const segmentsOf = (store: Readable, content: number, from: number, to: number): Segment[] => {
  const row = store.db.get<{
    blob: string | null
    size: number
    bytes: Uint8Array<ArrayBuffer> | null
    crc: number
    dataKey: Uint8Array | null
  }>('SELECT blob, size, bytes, crc, data_key AS dataKey FROM content WHERE id = ?', content)
  if (!row || to <= from) return []
  const { blob, size, bytes, crc, dataKey } = row
  const whole = { number: 1, start: 0, size, blob, dataKey, checksum: null }
  if (bytes) return [{ ...whole, small: { bytes: Buffer.from(bytes.buffer), crc } }]
  if (blob !== null) return [whole]
  return store.db.all<Segment>(
    `SELECT number, start, size, blob, data_key AS dataKey, checksum FROM segment
     WHERE content = ?1 AND start < ?3
       AND start >= (SELECT max(start) FROM segment WHERE content = ?1 AND start <= ?2)
     ORDER BY start, number`,
    content,
    from,
    to,
  )
}
