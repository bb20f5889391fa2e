import {
  DeleteObjectTaggingCommand,
  GetObjectTaggingCommand,
  ObjectLockRetentionMode,
  PutObjectLegalHoldCommand,
  PutObjectRetentionCommand,
  PutObjectTaggingCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { BucketTag, VersionRetention } from '../../openapi/schema.ts'
import type { Named } from './object-details.ts'

/**
 * `retention` null: removes it. `bypass`: governance retention may be weakened. Source: S3 API reference,
 * PutObjectRetention.
 */
export async function putRetention(
  client: S3Client,
  { bucket, path, versionId }: Named,
  retention: VersionRetention | null,
  bypass: boolean,
): Promise<void> {
  await client.send(
    new PutObjectRetentionCommand({
      ...{ Bucket: bucket, Key: path, VersionId: versionId },
      Retention: retention
        ? {
            Mode: ObjectLockRetentionMode[retention.mode === 'governance' ? 'GOVERNANCE' : 'COMPLIANCE'],
            RetainUntilDate: new Date(retention.until * 1000),
          }
        : {},
      ...(bypass && { BypassGovernanceRetention: true }),
    }),
  )
}

/** Source: S3 API reference, PutObjectLegalHold. */
export async function putLegalHold(
  client: S3Client,
  { bucket, path, versionId }: Named,
  on: boolean,
): Promise<void> {
  await client.send(
    new PutObjectLegalHoldCommand({
      ...{ Bucket: bucket, Key: path, VersionId: versionId },
      LegalHold: { Status: on ? 'ON' : 'OFF' },
    }),
  )
}

/** OBJECT_NOT_FOUND. Source: S3 API reference, GetObjectTagging. */
export async function readObjectTags(
  client: S3Client,
  { bucket, path, versionId }: Named,
): Promise<BucketTag[]> {
  const { TagSet = [] } = await client.send(
    new GetObjectTaggingCommand({ Bucket: bucket, Key: path, VersionId: versionId }),
  )
  return TagSet.map(({ Key, Value }) => ({ key: Key ?? '', value: Value ?? '' }))
}

/** Replaces the tags. OBJECT_NOT_FOUND. Source: S3 API reference, PutObjectTagging, DeleteObjectTagging. */
export async function writeObjectTags(
  client: S3Client,
  { bucket, path, versionId }: Named,
  tags: BucketTag[],
): Promise<void> {
  const object = { Bucket: bucket, Key: path, VersionId: versionId }
  const TagSet = tags.map(({ key, value }) => ({ Key: key, Value: value }))
  if (tags.length === 0) await client.send(new DeleteObjectTaggingCommand(object))
  else await client.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet } }))
}
