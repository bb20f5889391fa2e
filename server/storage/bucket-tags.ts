import {
  DeleteBucketTaggingCommand,
  GetBucketTaggingCommand,
  PutBucketTaggingCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { BucketTag } from '../../domain/bucket-tags.ts'
import { s3Name } from './client.ts'

/** The tags of a bucket, in the storage's order; BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketTagging. */
export async function readTags(client: S3Client, bucket: string): Promise<BucketTag[]> {
  try {
    const { TagSet = [] } = await client.send(new GetBucketTaggingCommand({ Bucket: bucket }))
    return TagSet.map(({ Key, Value }) => ({ key: Key ?? '', value: Value ?? '' }))
  } catch (error) {
    if (s3Name(error) === 'NoSuchTagSet') return []
    throw error
  }
}

/** Replaces the tags. Source: S3 API reference, PutBucketTagging, DeleteBucketTagging. */
export async function writeTags(client: S3Client, bucket: string, tags: BucketTag[]): Promise<void> {
  if (tags.length === 0) await client.send(new DeleteBucketTaggingCommand({ Bucket: bucket }))
  else {
    const TagSet = tags.map(({ key, value }) => ({ Key: key, Value: value }))
    await client.send(new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet } }))
  }
}
