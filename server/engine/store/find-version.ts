import type { Checksum } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import type { Tag } from '../protocol/tags.ts'
import type { BucketRow } from './buckets.ts'
import { type Lock, type LockColumns, readLock } from './locks.ts'
import type { Store } from './store.ts'
import { NULL_ID, parseVersionId, versionId } from './version-ids.ts'

/** A stored version. `modified`: unix ms; `headers`: those to respond with, by lower-case name. */
export type Version = {
  seq: number
  /** As clients see it: `null`, or opaque. */
  id: string
  key: string
  marker: false
  content: number
  size: number
  etag: string
  modified: number
  headers: Record<string, string>
  checksum: Checksum | undefined
  tags: Tag[]
  /** JSON; null: only the bucket's owner has access. */
  acl: string | null
  lock: Lock
}

export type Marker = { seq: number; id: string; key: string; marker: true; modified: number }

export type VersionRow = LockColumns & {
  seq: number
  key: string
  version_id: string
  latest: number
  marker: number
  content: number | null
  size: number
  etag: string
  modified: number
  headers: string
  checksum: string | null
  tags: string | null
  acl: string | null
  folder: number | null
}

const columns =
  'seq, key, version_id, latest, marker, content, size, etag, modified, headers, checksum, tags, acl, lock_mode, lock_until, legal_hold, folder'

const readRow = (row: VersionRow): Version | Marker => {
  const { seq, key, modified } = row
  const id = versionId(seq, row.version_id)
  if (row.marker === 1 || row.content === null) return { seq, id, key, marker: true, modified }
  return {
    seq,
    id,
    key,
    marker: false,
    content: row.content,
    size: row.size,
    etag: row.etag,
    modified,
    headers: JSON.parse(row.headers) as Record<string, string>,
    checksum: row.checksum === null ? undefined : (JSON.parse(row.checksum) as Checksum),
    tags: row.tags === null ? [] : (JSON.parse(row.tags) as Tag[]),
    acl: row.acl,
    lock: readLock(row),
  }
}

export const latestRow = ({ db }: Store, bucket: number, key: string): VersionRow | undefined =>
  db.get<VersionRow>(
    `SELECT ${columns} FROM version WHERE bucket = ? AND key = ? ORDER BY seq DESC LIMIT 1`,
    bucket,
    key,
  )

const hiddenNullRow = ({ db }: Store, bucket: number, key: string): VersionRow | undefined =>
  db.get<VersionRow>(
    `SELECT ${columns} FROM version INDEXED BY version_null
     WHERE bucket = ? AND key = ? AND version_id = 'null' AND latest = 0`,
    bucket,
    key,
  )

/** The `null` version of the key whose latest row is `latest`. */
export const nullRow = (
  store: Store,
  bucket: number,
  key: string,
  latest: VersionRow | undefined,
): VersionRow | undefined =>
  latest?.version_id === NULL_ID ? latest : latest && hiddenNullRow(store, bucket, key)

export const rowOf = (store: Store, bucket: number, key: string, id: string): VersionRow | undefined => {
  if (id === NULL_ID) return nullRow(store, bucket, key, latestRow(store, bucket, key))
  const { seq, token } = parseVersionId(id)
  return store.db.get<VersionRow>(
    `SELECT ${columns} FROM version WHERE seq = ? AND bucket = ? AND key = ? AND version_id = ?`,
    seq,
    bucket,
    key,
    token,
  )
}

/** The version or delete marker with this id, or without one the latest. @throws S3Error InvalidArgument for a malformed id */
export const findVersion = (
  store: Store,
  bucket: number,
  key: string,
  id?: string,
): Version | Marker | undefined => {
  const row = id === undefined ? latestRow(store, bucket, key) : rowOf(store, bucket, key, id)
  return row && readRow(row)
}

/** The current version of a key, or undefined if there is none or it is a delete marker. */
export const currentVersion = (store: Store, bucket: number, key: string): Version | undefined => {
  const version = findVersion(store, bucket, key)
  return version?.marker === false ? version : undefined
}

/**
 * The version with this id, or without one the current version. `changes`: the name of a method that gets
 * MethodNotAllowed for a current delete marker, instead of NoSuchKey. `version`: the version, where it was already
 * read.
 * @throws S3Error NoSuchKey, NoSuchVersion; MethodNotAllowed for a delete marker that is named by its id;
 * InvalidArgument for a malformed id
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/DeleteMarker.html
 */
export const requireVersion = (
  store: Store,
  bucket: BucketRow,
  key: string,
  id?: string,
  version: Version | Marker | undefined = findVersion(store, bucket.id, key, id),
  changes?: string,
): Version => {
  if (version?.marker === false) return version
  const headers = version && { 'x-amz-delete-marker': 'true', 'x-amz-version-id': version.id }
  if (id === undefined && (!version || changes === undefined))
    throw new S3Error('NoSuchKey', undefined, { Key: key }, headers)
  if (!version) throw new S3Error('NoSuchVersion', undefined, { Key: key, VersionId: id ?? '' })
  throw new S3Error(
    'MethodNotAllowed',
    undefined,
    { Method: changes ?? 'GET', ResourceType: 'DeleteMarker' },
    { ...headers, allow: 'DELETE', 'last-modified': new Date(version.modified).toUTCString() },
  )
}
