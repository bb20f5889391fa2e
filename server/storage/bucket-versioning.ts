import { GetBucketVersioningCommand, PutBucketVersioningCommand, type S3Client } from '@aws-sdk/client-s3'
import type { BucketVersioning } from '../../openapi/schema.ts'

export type Versioning = BucketVersioning['versioning']

/** BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketVersioning. */
export async function getVersioning(client: S3Client, bucket: string): Promise<Versioning> {
  const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }))
  return Status === 'Enabled' ? 'enabled' : Status === 'Suspended' ? 'suspended' : 'off'
}

/** BUCKET_NOT_FOUND; LOCK_KEEPS_VERSIONS. Source: S3 API reference, PutBucketVersioning. */
export async function putVersioning(
  client: S3Client,
  bucket: string,
  versioning: Exclude<Versioning, 'off'>,
): Promise<void> {
  const Status = versioning === 'enabled' ? 'Enabled' : 'Suspended'
  await client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status } }))
}
