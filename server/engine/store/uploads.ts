import type { ChecksumAlgorithm, ChecksumType } from '../protocol/checksums.ts'
import { ENCRYPTION } from '../protocol/encryption.ts'
import { S3Error } from '../protocol/errors.ts'
import type { Tag } from '../protocol/tags.ts'
import type { BucketRow } from './buckets.ts'
import type { Discard } from './changes.ts'
import type { Lock } from './locks.ts'
import type { Store } from './store.ts'
import { addUsage, type Usage } from './usage.ts'

/** An unfinished multipart upload. `headers`, `acl`, `tags`, `lock`: those of its future object. */
export type Upload = {
  id: string
  key: string
  started: number
  headers: Record<string, string>
  acl: string | null
  /** The ARN of the sub-user, or the uid, that started it; null if anonymous, or started before this was stored. */
  initiator: string | null
  tags: Tag[]
  lock: Lock | undefined
  algorithm: ChecksumAlgorithm | undefined
  type: ChecksumType | undefined
}

/** `checksum`: base64, of the upload's algorithm or the one that the client sent. */
export type Part = {
  number: number
  blob: string | null
  /** Wrapped; null if the part is plain. */
  dataKey: Uint8Array | null
  size: number
  etag: string
  modified: number
  checksum: string | null
}

/** @throws S3Error NoSuchUpload */
export const findUpload = (store: Store, bucket: BucketRow, key: string, id: string): Upload => {
  const row = store.db.get<{
    started: number
    headers: string
    acl: string | null
    initiator: string | null
    tags: string | null
    lock: string | null
    checksum_algorithm: ChecksumAlgorithm | null
    checksum_type: ChecksumType | null
  }>(
    `SELECT started, headers, acl, initiator, tags, lock, checksum_algorithm, checksum_type FROM upload
     WHERE id = ? AND bucket = ? AND key = ?`,
    id,
    bucket.id,
    key,
  )
  if (!row) throw new S3Error('NoSuchUpload', undefined, { UploadId: id })
  return {
    id,
    key,
    started: row.started,
    headers: JSON.parse(row.headers) as Record<string, string>,
    acl: row.acl,
    initiator: row.initiator,
    tags: row.tags === null ? [] : (JSON.parse(row.tags) as Tag[]),
    lock: row.lock === null ? undefined : (JSON.parse(row.lock) as Lock),
    algorithm: row.checksum_algorithm ?? undefined,
    type: row.checksum_type ?? undefined,
  }
}

/** Whether the upload's object is encrypted, or will be. */
export const makesEncrypted = ({ db }: Store, id: string): boolean =>
  db.get(
    `SELECT 1 FROM upload WHERE id = ?1 AND headers ->> '$."${ENCRYPTION}"' IS NOT NULL
     UNION ALL SELECT 1 FROM completed WHERE upload = ?1 AND encrypted = 1`,
    id,
  ) !== undefined

/**
 * Adds a part, or replaces the one with its number. Parts count against the quota like objects.
 * @throws S3Error QuotaExceeded
 */
export const putPart = (
  store: Store,
  bucket: BucketRow,
  upload: string,
  part: Part,
  discard: Discard,
): void => {
  const old = store.db.get<{ blob: string | null; size: number }>(
    'SELECT blob, size FROM part WHERE upload = ? AND number = ?',
    upload,
    part.number,
  )
  addUsage(store, bucket, { bytes: part.size - (old?.size ?? 0), parts: old ? 0 : 1 })
  store.db.run(
    `INSERT INTO part (upload, number, blob, data_key, size, etag, modified, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (upload, number) DO UPDATE SET blob = excluded.blob, data_key = excluded.data_key, size = excluded.size, etag = excluded.etag,
       modified = excluded.modified, checksum = excluded.checksum`,
    upload,
    part.number,
    part.blob,
    part.dataKey,
    part.size,
    part.etag,
    part.modified,
    part.checksum,
  )
  if (old?.blob) discard([old.blob])
}

/** Parts in order, after the number `after`. */
export const partsOf = (store: Store, upload: string, after = 0, limit = -1): Part[] =>
  store.db.all<Part>(
    `SELECT number, blob, data_key AS dataKey, size, etag, modified, checksum FROM part WHERE upload = ? AND number > ?
     ORDER BY number LIMIT ?`,
    upload,
    after,
    limit,
  )

/** The usage of an upload with these parts. */
export const usageOfUpload = (parts: Part[]): Required<Omit<Usage, 'objects'>> => ({
  bytes: parts.reduce((sum, part) => sum + part.size, 0),
  uploads: 1,
  parts: parts.length,
})

/**
 * Counts one more open upload of the bucket's owner; call in the commit that adds it.
 * @throws S3Error TooManyUploads, QuotaExceeded
 */
export const addUploadUsage = (store: Store, bucket: BucketRow): void => {
  const user = store.db.get<{ uploads: number }>('SELECT uploads FROM user WHERE uid = ?', bucket.uid)
  if ((user?.uploads ?? 0) >= store.mostUploads) throw new S3Error('TooManyUploads')
  addUsage(store, bucket, { uploads: 1 })
}

/** Removes an upload with its parts. */
export const dropUpload = (store: Store, bucket: BucketRow, upload: string, discard: Discard): void => {
  const parts = partsOf(store, upload)
  store.db.run('DELETE FROM part WHERE upload = ?', upload)
  store.db.run('DELETE FROM upload WHERE id = ?', upload)
  const freed = usageOfUpload(parts)
  addUsage(store, bucket, { bytes: -freed.bytes, uploads: -1, parts: -freed.parts })
  const blobs = parts.flatMap(part => part.blob ?? [])
  if (blobs.length > 0) discard(blobs)
}
