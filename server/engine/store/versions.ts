import { crc32 } from '@node-rs/crc32'
import type { Checksum } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import type { BucketRow } from './buckets.ts'
import type { Discard } from './changes.ts'
import type { Store } from './store.ts'

/** A stored version. `modified`: unix ms; `headers`: those to respond with, by lower-case name. */
export type Version = {
  seq: number
  key: string
  content: number
  size: number
  etag: string
  modified: number
  headers: Record<string, string>
  checksum: Checksum | undefined
}

type Row = Omit<Version, 'headers' | 'checksum'> & { headers: string; checksum: string | null }

/** `etag`: without quotes. */
export type NewVersion = {
  content: number
  size: number
  etag: string
  headers: Record<string, string>
  checksum: Checksum | undefined
}

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

/** The current version of a key, or undefined where there is none or it is a delete marker. */
export const currentVersion = (store: Store, bucket: number, key: string): Version | undefined => {
  const row = store.db.get<Row>(
    `SELECT seq, key, content, size, etag, modified, headers, checksum FROM version
     WHERE bucket = ? AND key = ? AND latest = 1 AND marker = 0`,
    bucket,
    key,
  )
  return (
    row && {
      ...row,
      headers: JSON.parse(row.headers) as Record<string, string>,
      checksum: row.checksum === null ? undefined : (JSON.parse(row.checksum) as Checksum),
    }
  )
}

/** What a quota counts: bytes, and rows of the index. Negative: freed. */
export type Usage = { bytes?: number; objects?: number; uploads?: number; parts?: number }

/** Bytes that the quota counts for each object, open upload and part in addition to its own. Usage does not show them. */
export const rowCharge = 1024

/** The bytes of a quota that this usage takes. */
export const chargeOf = ({ bytes = 0, objects = 0, uploads = 0, parts = 0 }: Usage): number =>
  bytes + (objects + uploads + parts) * rowCharge

/**
 * Adds to the usage of the bucket and its owner; call in a commit.
 * @throws S3Error QuotaExceeded when more is added than the owner's quota has room for
 */
export const addUsage = (store: Store, bucket: BucketRow, usage: Usage): void => {
  const { bytes = 0, objects = 0, uploads = 0, parts = 0 } = usage
  requireQuota(store, bucket.uid, chargeOf(usage))
  store.db.run(
    'UPDATE bucket SET bytes = bytes + ?, objects = objects + ? WHERE id = ?',
    bytes,
    objects,
    bucket.id,
  )
  store.db.run(
    'UPDATE user SET bytes = bytes + ?, objects = objects + ?, uploads = uploads + ?, parts = parts + ? WHERE uid = ?',
    bytes,
    objects,
    uploads,
    parts,
    bucket.uid,
  )
}

/** @throws S3Error QuotaExceeded where the user's quota has no room for `charge` bytes beside those `inFlight` */
export const requireQuota = (store: Store, uid: string, charge: number, inFlight = 0): void => {
  if (charge <= 0) return
  const user = store.db.get<Required<Usage> & { quota: number | null }>(
    'SELECT bytes, objects, uploads, parts, quota FROM user WHERE uid = ?',
    uid,
  )
  if (!user || user.quota === null) return
  if (chargeOf(user) + inFlight + charge > user.quota) throw new S3Error('QuotaExceeded')
}

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

const releaseContent = (store: Store, content: number, discard: Discard): void => {
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

/**
 * Makes `next` the key's current version, in place of the `null` version. Returns its `modified` (unix ms).
 * `freed`: the usage of the upload that it is made of.
 * @throws S3Error QuotaExceeded
 */
export const putCurrent = (
  store: Store,
  bucket: BucketRow,
  key: string,
  next: NewVersion,
  discard: Discard,
  freed: Usage = {},
): number => {
  const { db } = store
  const modified = Date.now()
  const checksum = next.checksum ? JSON.stringify(next.checksum) : null
  const headers = JSON.stringify(next.headers)
  const old = db.get<{ seq: number; size: number; content: number }>(
    `SELECT seq, size, content FROM version WHERE bucket = ? AND key = ? AND version_id = 'null'`,
    bucket.id,
    key,
  )
  addUsage(store, bucket, {
    bytes: next.size - (freed.bytes ?? 0) - (old?.size ?? 0),
    objects: old ? 0 : 1,
    uploads: -(freed.uploads ?? 0),
    parts: -(freed.parts ?? 0),
  })
  if (old) {
    db.run(
      'UPDATE version SET content = ?, size = ?, etag = ?, modified = ?, headers = ?, checksum = ? WHERE seq = ?',
      next.content,
      next.size,
      next.etag,
      modified,
      headers,
      checksum,
      old.seq,
    )
    releaseContent(store, old.content, discard)
  } else {
    db.run(
      `INSERT INTO version (bucket, key, version_id, latest, marker, content, size, etag, modified, headers, checksum)
       VALUES (?, ?, 'null', 1, 0, ?, ?, ?, ?, ?, ?)`,
      bucket.id,
      key,
      next.content,
      next.size,
      next.etag,
      modified,
      headers,
      checksum,
    )
  }
  return modified
}

/** Removes the current version, if there is one. */
export const deleteCurrent = (store: Store, bucket: BucketRow, key: string, discard: Discard): void => {
  const version = currentVersion(store, bucket.id, key)
  if (!version) return
  store.db.run('DELETE FROM version WHERE seq = ?', version.seq)
  addUsage(store, bucket, { bytes: -version.size, objects: -1 })
  releaseContent(store, version.content, discard)
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
