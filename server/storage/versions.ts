import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ErrorCode, JobFailure } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { codeOf } from '../errors/storage-error.ts'
import { fitsXml } from './delete-objects.ts'
import { decodeKey } from './read-listing.ts'

/** A place in the list of a bucket's versions. */
export type VersionMarker = { key: string; versionId: string }

/** A version, or a delete marker, which has no bytes. */
export type Version = VersionMarker & { latest: boolean; size: number; deleteMarker: boolean }

/**
 * Up to 1,000 versions and delete markers after `after`, by key. `next`: null on the last page. BUCKET_NOT_FOUND.
 * Source: S3 API reference, ListObjectVersions.
 */
export async function listVersions(
  client: S3Client,
  bucket: string,
  after: VersionMarker | null,
): Promise<{ versions: Version[]; next: VersionMarker | null }> {
  const answer = await client.send(
    new ListObjectVersionsCommand({
      Bucket: bucket,
      EncodingType: 'url',
      ...(after && { KeyMarker: after.key, VersionIdMarker: after.versionId }),
    }),
  )
  const decode = answer.EncodingType === 'url' ? decodeKey : (key: string) => key
  const versions = [
    ...(answer.Versions ?? []).map(each => ({ ...each, deleteMarker: false })),
    ...(answer.DeleteMarkers ?? []).map(each => ({ ...each, Size: 0, deleteMarker: true })),
  ].map(each => ({
    key: decode(each.Key!),
    versionId: each.VersionId ?? 'null',
    latest: each.IsLatest === true,
    size: each.Size ?? 0,
    deleteMarker: each.deleteMarker,
  }))
  const last = answer.IsTruncated ? lastKey(versions) : undefined
  // RGW does not encode NextKeyMarker, and others do: use the last key of the page, which it equals.
  const next = last === undefined ? null : { key: last, versionId: answer.NextVersionIdMarker ?? 'null' }
  return { versions, next }
}

function lastKey(versions: readonly Version[]): string | undefined {
  return versions.map(({ key }) => key).reduce<string | undefined>(later, undefined)
}

/** The later of two keys in S3's order, by bytes. */
export function later(one: string | undefined, other: string): string {
  return one !== undefined && Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0 ? one : other
}

/**
 * Deletes versions and delete markers permanently, up to 1,000; missing ones count as deleted. `bypass`: also those
 * under governance retention. BUCKET_NOT_FOUND. Source: S3 API reference, DeleteObjects.
 */
export async function deleteVersions(
  client: S3Client,
  bucket: string,
  versions: VersionMarker[],
  bypass: boolean,
): Promise<(VersionMarker & { code: ErrorCode })[]> {
  const failed: (VersionMarker & { code: ErrorCode })[] = []
  const byPass = bypass ? { BypassGovernanceRetention: true } : {}
  const inXml = versions.filter(({ key }) => fitsXml(key))
  if (inXml.length > 0) {
    const Objects = inXml.map(({ key, versionId }) => ({ Key: key, VersionId: versionId }))
    const answer = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Quiet: true, Objects }, ...byPass }),
    )
    for (const { Key = '', VersionId = 'null', Code } of answer.Errors ?? []) {
      if (Code !== 'NoSuchKey' && Code !== 'NoSuchVersion')
        failed.push({ key: Key, versionId: VersionId || 'null', code: codeOf(Code) })
    }
  }
  for (const { key, versionId } of versions.filter(({ key }) => !fitsXml(key))) {
    try {
      await client.send(
        new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId, ...byPass }),
      )
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'ACCESS_DENIED') {
        if (error instanceof Problem && error.code === 'OBJECT_NOT_FOUND') continue
        throw error
      }
      failed.push({ key, versionId, code: error.code })
    }
  }
  return failed
}

/**
 * Whether the version exists, as far as the user may know. For versions only: HEAD of a delete marker fails with 405,
 * which is rethrown. Source: S3 API reference, HeadObject.
 */
export async function hasVersion(
  client: S3Client,
  bucket: string,
  { key, versionId }: VersionMarker,
): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }))
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return error.status !== 404
  }
}

/** The lock of a version, or of the current one, and its end (unix seconds). Source: S3 API reference, HeadObject. */
export async function lockOf(
  client: S3Client,
  bucket: string,
  { key, versionId }: { key: string; versionId?: string },
  now: number,
): Promise<Pick<JobFailure, 'lock' | 'until'>> {
  try {
    const answer = await client.send(
      new HeadObjectCommand({ Bucket: bucket, Key: key, ...(versionId && { VersionId: versionId }) }),
    )
    const until = Math.floor((answer.ObjectLockRetainUntilDate?.getTime() ?? 0) / 1000)
    const retained = until > now
    if (retained && answer.ObjectLockMode === 'COMPLIANCE') return { lock: 'compliance', until }
    if (answer.ObjectLockLegalHoldStatus === 'ON') return { lock: 'legal-hold', until: null }
    return retained ? { lock: 'governance', until } : { lock: null, until: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { lock: null, until: null }
  }
}
