import {
  DeleteObjectTaggingCommand,
  GetObjectTaggingCommand,
  PutObjectTaggingCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { BucketTag } from '../../openapi/schema.ts'
import type { Named } from './object-details.ts'

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
