import {
  DeleteBucketTaggingCommand,
  GetBucketEncryptionCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  ObjectLockRetentionMode,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectLockConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { BucketTag } from '../../domain/bucket-tags.ts'
import { isLockMode, type LockMode, type Retention } from '../../domain/object-lock.ts'
import type { BucketVersioning } from '../../openapi/schema.ts'
import { isAbsent, s3Name } from './client.ts'

/** `mode` null: no default retention; else `days` or `years` is a number. */
export type ObjectLock = {
  enabled: boolean
  mode: LockMode | null
  days: number | null
  years: number | null
}

const unlocked: ObjectLock = { enabled: false, mode: null, days: null, years: null }

/** BUCKET_NOT_FOUND; NOT_SUPPORTED if the storage has no object lock. Source: S3 API reference, GetObjectLockConfiguration. */
export async function readObjectLock(client: S3Client, bucket: string): Promise<ObjectLock> {
  try {
    const answer = await client.send(new GetObjectLockConfigurationCommand({ Bucket: bucket }))
    const retention = answer.ObjectLockConfiguration?.Rule?.DefaultRetention
    const mode = retention?.Mode?.toLowerCase() ?? ''
    return {
      enabled: answer.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled',
      mode: isLockMode(mode) ? mode : null,
      days: retention?.Days ?? null,
      years: retention?.Years ?? null,
    }
  } catch (error) {
    if (s3Name(error) === 'ObjectLockConfigurationNotFoundError') return unlocked
    throw error
  }
}

/** Like `readObjectLock`; off if the storage has no object lock. */
export async function getObjectLock(client: S3Client, bucket: string): Promise<ObjectLock> {
  try {
    return await readObjectLock(client, bucket)
  } catch (error) {
    if (isAbsent(error)) return unlocked
    throw error
  }
}

/**
 * Turns object lock on, and sets the default retention of new versions. BUCKET_NOT_FOUND.
 * Source: S3 API reference, PutObjectLockConfiguration.
 */
export async function putObjectLock(
  client: S3Client,
  bucket: string,
  retention: Retention | null,
): Promise<void> {
  const rule = retention && {
    DefaultRetention: {
      Mode: ObjectLockRetentionMode[retention.mode === 'governance' ? 'GOVERNANCE' : 'COMPLIANCE'],
      Days: retention.days,
    },
  }
  await client.send(
    new PutObjectLockConfigurationCommand({
      Bucket: bucket,
      ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', ...(rule && { Rule: rule }) },
    }),
  )
}

/**
 * The algorithm that encrypts new objects by default, such as AES256; null: none. Source: S3 API reference,
 * GetBucketEncryption.
 */
export async function defaultEncryption(client: S3Client, bucket: string): Promise<string | null> {
  try {
    const answer = await client.send(new GetBucketEncryptionCommand({ Bucket: bucket }))
    const [rule] = answer.ServerSideEncryptionConfiguration?.Rules ?? []
    return rule?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm ?? null
  } catch (error) {
    if (s3Name(error) === 'ServerSideEncryptionConfigurationNotFoundError') return null
    throw error
  }
}

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
