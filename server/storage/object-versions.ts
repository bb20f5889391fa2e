import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3'
import type { VersionItem, VersionPage } from '../../openapi/schema.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { readToken, writeToken } from './list-objects.ts'
import { decodeKey } from './read-listing.ts'
import { later } from './versions.ts'

export type VersionsRequest = {
  bucket: string
  prefix: string
  /** Only the key that equals the prefix. */
  exact: boolean
  pageSize: number
  nextToken?: string | undefined
}

/** Fields that a delete marker lacks. */
const none = { Size: undefined, ETag: undefined, StorageClass: undefined }

/**
 * One page of versions and delete markers, by key, the newest of a key first. BUCKET_NOT_FOUND; INVALID_REQUEST for a
 * token of another list. Source: S3 API reference, ListObjectVersions.
 */
export async function versionPage(client: S3Client, request: VersionsRequest): Promise<VersionPage> {
  const { bucket, prefix, exact, pageSize, nextToken } = request
  const listing = `versions ${exact} ${prefix}`
  const after = nextToken === undefined ? null : readMarker(readToken(nextToken, listing))
  const answer = await client.send(
    new ListObjectVersionsCommand({
      ...{ Bucket: bucket, Prefix: prefix, MaxKeys: pageSize, EncodingType: 'url' },
      ...(after && { KeyMarker: after.key, VersionIdMarker: after.id }),
    }),
  )
  const decode = answer.EncodingType === 'url' ? decodeKey : (key: string) => key
  const found = [
    ...(answer.Versions ?? []).map(version => ({ ...version, marker: false })),
    ...(answer.DeleteMarkers ?? []).map(version => ({ ...none, ...version, marker: true })),
  ].map(version => ({ ...version, Key: decode(version.Key ?? '') }))
  // The SDK returns versions and delete markers separately.
  found.sort(
    (a, b) =>
      (a.Key === b.Key ? 0 : later(a.Key, b.Key) === a.Key ? 1 : -1) ||
      Number(b.IsLatest === true) - Number(a.IsLatest === true) ||
      (b.LastModified?.getTime() ?? 0) - (a.LastModified?.getTime() ?? 0),
  )
  const last = found.at(-1)
  const beyond = exact && last !== undefined && last.Key !== prefix
  const more = answer.IsTruncated === true && last !== undefined && !beyond
  // RGW does not encode NextKeyMarker, and others do: use the last key of the page, which it equals.
  const next = more ? { key: last.Key, id: answer.NextVersionIdMarker ?? 'null' } : null
  const versions = found
    .filter(({ Key }) => !exact || Key === prefix)
    .map(
      (version): VersionItem => ({
        key: version.Key,
        version_id: version.VersionId ?? 'null',
        latest: version.IsLatest === true,
        delete_marker: version.marker,
        size: version.Size ?? null,
        last_modified: version.LastModified ? Math.floor(version.LastModified.getTime() / 1000) : null,
        etag: version.ETag ?? null,
        storage_class: version.StorageClass ?? null,
      }),
    )
  return { versions, next_token: next && writeToken(JSON.stringify(next), listing) }
}

/** Parses the place in a list that a token contains. INVALID_REQUEST. */
export function readMarker(text: string): { key: string; id: string } {
  try {
    const { key, id } = JSON.parse(text) as { key?: unknown; id?: unknown }
    if (typeof key === 'string' && typeof id === 'string') return { key, id }
  } catch {
    throw invalid('next_token', 'invalid')
  }
  throw invalid('next_token', 'invalid')
}

/**
 * Deletes a version or a delete marker permanently; a missing one counts as deleted. `bypass`: also under governance
 * retention. Source: S3 API reference, DeleteObject.
 */
export async function deleteVersion(
  client: S3Client,
  { bucket, path, versionId }: { bucket: string; path: string; versionId: string },
  bypass: boolean,
): Promise<void> {
  await client.send(
    new DeleteObjectCommand({
      ...{ Bucket: bucket, Key: path, VersionId: versionId },
      ...(bypass && { BypassGovernanceRetention: true }),
    }),
  )
}

/**
 * Whether the version is a delete marker. OBJECT_NOT_FOUND if it does not exist. Source: S3 API reference,
 * ListObjectVersions.
 */
export async function isDeleteMarker(
  client: S3Client,
  { bucket, path, versionId }: { bucket: string; path: string; versionId: string },
): Promise<boolean> {
  let token: string | undefined
  do {
    const page = await versionPage(client, {
      ...{ bucket, prefix: path, exact: true, pageSize: 1000 },
      nextToken: token,
    })
    const found = page.versions.find(({ version_id }) => version_id === versionId)
    if (found) return found.delete_marker
    token = page.next_token ?? undefined
  } while (token !== undefined)
  throw new Problem('OBJECT_NOT_FOUND')
}
