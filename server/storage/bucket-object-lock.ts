import {
  GetObjectLockConfigurationCommand,
  ObjectLockRetentionMode,
  PutObjectLockConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { isLockMode, type LockMode, type Retention } from '../../domain/object-lock.ts'
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
