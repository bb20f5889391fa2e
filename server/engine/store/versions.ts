import type { Checksum } from '../checksums.ts'
import type { BucketRow, Engine } from '../context.ts'
import { S3Error } from '../errors.ts'
import type { Discard } from './changes.ts'

/** A stored version, as read. `modified` is unix ms; `headers` are those to answer with, by lower-case name. */
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

/** What a new version is made of. `etag` without quotes. */
export type NewVersion = {
  content: number
  size: number
  etag: string
  headers: Record<string, string>
  checksum: Checksum | undefined
}

/** One piece of an object's bytes: `size` bytes of file `blob`, at `start` of the object. */
export type Segment = {
  number: number
  start: number
  size: number
  blob: string | null
  checksum: string | null
}

/** The current version of a key, or undefined where there is none or it is a delete marker. */
export const currentVersion = (engine: Engine, bucket: number, key: string): Version | undefined => {
  const row = engine.db.get<Row>(
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

/** What a quota counts: bytes, and the rows of the index. Negative where it is taken away. */
export type Usage = { bytes?: number; objects?: number; uploads?: number; parts?: number }

/** Bytes that the quota counts for each object, open upload and part beside its own. Usage does not show them. */
export const rowCharge = 1024

/** What of a user's quota is taken by `counted`, in bytes. */
export const chargeOf = ({ bytes = 0, objects = 0, uploads = 0, parts = 0 }: Usage): number =>
  bytes + (objects + uploads + parts) * rowCharge

/**
 * Counts for the bucket and its owner, within a commit.
 * @throws S3Error QuotaExceeded when more is added than the owner's quota has room for
 */
export const addUsage = (engine: Engine, bucket: BucketRow, usage: Usage): void => {
  const { bytes = 0, objects = 0, uploads = 0, parts = 0 } = usage
  requireQuota(engine, bucket.uid, chargeOf(usage))
  engine.db.run(
    'UPDATE bucket SET bytes = bytes + ?, objects = objects + ? WHERE id = ?',
    bytes,
    objects,
    bucket.id,
  )
  engine.db.run(
    'UPDATE user SET bytes = bytes + ?, objects = objects + ?, uploads = uploads + ?, parts = parts + ? WHERE uid = ?',
    bytes,
    objects,
    uploads,
    parts,
    bucket.uid,
  )
}

/** @throws S3Error QuotaExceeded when `charge` bytes more do not fit into the user's quota beside `inFlight` ones */
export const requireQuota = (engine: Engine, uid: string, charge: number, inFlight = 0): void => {
  if (charge <= 0) return
  const user = engine.db.get<Required<Usage> & { quota: number | null }>(
    'SELECT bytes, objects, uploads, parts, quota FROM user WHERE uid = ?',
    uid,
  )
  if (!user || user.quota === null) return
  if (chargeOf(user) + inFlight + charge > user.quota) throw new S3Error('QuotaExceeded')
}

/** New content of one file, or of none when it is empty. */
export const addContent = (engine: Engine, size: number, blob: string | null): number =>
  engine.db.insert('INSERT INTO content (refs, size, blob) VALUES (1, ?, ?)', size, blob)

/** One more version refers to the content: a copy. */
export const shareContent = (engine: Engine, content: number): void => {
  engine.db.run('UPDATE content SET refs = refs + 1 WHERE id = ?', content)
}

const releaseContent = (engine: Engine, content: number, discard: Discard): void => {
  const row = engine.db.get<{ refs: number; blob: string | null }>(
    'UPDATE content SET refs = refs - 1 WHERE id = ? RETURNING refs, blob',
    content,
  )
  if (!row || row.refs > 0) return
  const blobs =
    row.blob === null
      ? engine.db
          .all<{ blob: string }>('SELECT blob FROM segment WHERE content = ? AND blob IS NOT NULL', content)
          .map(segment => segment.blob)
      : [row.blob]
  engine.db.run('DELETE FROM segment WHERE content = ?', content)
  engine.db.run('DELETE FROM content WHERE id = ?', content)
  if (blobs.length > 0) discard(blobs, content)
}

/**
 * Makes `next` the key's current version, in place of the `null` version. Returns its `modified` (unix ms).
 * `freed`: what the upload that it is made of gives back.
 * @throws S3Error QuotaExceeded
 */
export const putCurrent = (
  engine: Engine,
  bucket: BucketRow,
  key: string,
  next: NewVersion,
  discard: Discard,
  freed: Usage = {},
): number => {
  const { db } = engine
  const modified = Date.now()
  const checksum = next.checksum ? JSON.stringify(next.checksum) : null
  const headers = JSON.stringify(next.headers)
  const old = db.get<{ seq: number; size: number; content: number }>(
    `SELECT seq, size, content FROM version WHERE bucket = ? AND key = ? AND version_id = 'null'`,
    bucket.id,
    key,
  )
  addUsage(engine, bucket, {
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
    releaseContent(engine, old.content, discard)
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

/** Removes the current version; nothing happens where there is none. */
export const deleteCurrent = (engine: Engine, bucket: BucketRow, key: string, discard: Discard): void => {
  const version = currentVersion(engine, bucket.id, key)
  if (!version) return
  engine.db.run('DELETE FROM version WHERE seq = ?', version.seq)
  addUsage(engine, bucket, { bytes: -version.size, objects: -1 })
  releaseContent(engine, version.content, discard)
}

/** The pieces of a content that hold bytes `from` … `to` (excluded), in order. Empty content has none. */
export const segmentsOf = (engine: Engine, content: number, from: number, to: number): Segment[] => {
  const row = engine.db.get<{ blob: string | null; size: number }>(
    'SELECT blob, size FROM content WHERE id = ?',
    content,
  )
  if (!row || to <= from) return []
  if (row.blob !== null) return [{ number: 1, start: 0, size: row.size, blob: row.blob, checksum: null }]
  return engine.db.all<Segment>(
    `SELECT number, start, size, blob, checksum FROM segment
     WHERE content = ?1 AND start < ?3
       AND start >= (SELECT max(start) FROM segment WHERE content = ?1 AND start <= ?2)
     ORDER BY start, number`,
    content,
    from,
    to,
  )
}
