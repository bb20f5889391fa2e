import { S3Error } from '../protocol/errors.ts'
import type { BucketRow } from './buckets.ts'
import type { Store } from './store.ts'
import { findVersion, type Marker, type Version } from './versions.ts'

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
