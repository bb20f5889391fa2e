import {
  ObjectLockRetentionMode,
  PutObjectLegalHoldCommand,
  PutObjectRetentionCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { VersionRetention } from '../../openapi/schema.ts'
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
