import { GetObjectLockConfigurationCommand, type S3Client } from '@aws-sdk/client-s3'
import { isFolder } from '../../domain/copy-target.ts'
import type { BucketContents, ObjectCount } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { listPage, readToken, writeToken } from './list-objects.ts'
import { listUploads } from './unfinished-uploads.ts'
import { listVersions, type VersionMarker } from './versions.ts'

/** Pages of 1,000 keys per call. */
const pagesPerCall = 10

/**
 * Counts the files below a prefix, at any depth, and their bytes; includes a folder's own object, whose key ends in a
 * slash, if it has bytes. With `next_token`, another call counts the rest.
 * BUCKET_NOT_FOUND; INVALID_REQUEST for a token that this function did not create. `pages`: for tests.
 */
export async function countObjects(
  client: S3Client,
  { bucket, prefix, nextToken }: { bucket: string; prefix: string; nextToken?: string | undefined },
  pages = pagesPerCall,
): Promise<ObjectCount> {
  const counting = `count ${prefix}`
  const count = { files: 0, bytes: 0 }
  let token = nextToken === undefined ? undefined : readToken(nextToken, counting)
  for (let page = 0; page < pages; page += 1) {
    const listed = await listPage(client, { bucket, prefix, size: 1000, token })
    const files = listed.files.filter(({ Key, Size = 0 }) => !isFolder(Key) || Size > 0)
    count.files += files.length
    count.bytes += files.reduce((sum, { Size = 0 }) => sum + Size, 0)
    token = listed.token
    if (token === undefined) break
  }
  return { ...count, next_token: token === undefined ? null : writeToken(token, counting) }
}

/** Pages of 1,000 versions. */
const most = 10

/** What a bucket contains, up to 10,000 versions and 1,000 unfinished uploads. BUCKET_NOT_FOUND. */
export async function bucketContents(client: S3Client, bucket: string): Promise<BucketContents> {
  const counts = { files: 0, versions: 0, bytes: 0 }
  let after: VersionMarker | null = null
  for (let page = 0; page < most; page += 1) {
    const listed = await listVersions(client, bucket, after)
    for (const version of listed.versions) {
      if (version.latest && !version.deleteMarker) counts.files += 1
      else counts.versions += 1
      counts.bytes += version.size
    }
    after = listed.next
    if (after === null) break
  }
  const { uploads, next } = await listUploads(client, bucket, null, 1000)
  return {
    ...counts,
    uploads: uploads.length,
    complete: after === null && next === null,
    lock: await canLock(client, bucket),
  }
}

/** Source: S3 API reference, GetObjectLockConfiguration. */
async function canLock(client: S3Client, bucket: string): Promise<boolean> {
  try {
    const answer = await client.send(new GetObjectLockConfigurationCommand({ Bucket: bucket }))
    return answer.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled'
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return false
    throw error
  }
}
