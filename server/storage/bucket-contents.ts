import { GetObjectLockConfigurationCommand, type S3Client } from '@aws-sdk/client-s3'
import type { BucketContents } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { listUploads } from './unfinished-uploads.ts'
import { listVersions, type VersionMarker } from './versions.ts'

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
