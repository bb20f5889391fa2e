import type { Level } from '../../s3/keys.ts'

/**
 * S3's actions, as policies name them. `s3:HeadBucket` is our own: policies know it as `s3:ListBucket`, but every key
 * of the owner may check whether the bucket exists.
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
 */
export type Action = `s3:${string}`

const read = /^s3:(Get|List|Head)/
const write = new Set<Action>([
  's3:PutObject',
  's3:DeleteObject',
  's3:DeleteObjectVersion',
  's3:AbortMultipartUpload',
  's3:PutObjectTagging',
  's3:PutObjectVersionTagging',
  's3:DeleteObjectTagging',
  's3:DeleteObjectVersionTagging',
  // What a key that may only write needs for its own uploads, and to find its bucket.
  's3:ListMultipartUploadParts',
  's3:ListBucketMultipartUploads',
  's3:GetBucketLocation',
  's3:ListAllMyBuckets',
  's3:HeadBucket',
  // The operation reports an existing bucket to such keys too, and requires full control to create one.
  's3:CreateBucket',
])

/**
 * Whether the level includes the action. Policies and ACLs never exceed it, except for `none`, which includes nothing.
 */
export const levelIncludes = (level: Level, action: Action): boolean => {
  if (level === 'none') return false
  if (level === 'full') return true
  const reads = level !== 'write' && read.test(action)
  return reads || (level !== 'read' && write.has(action))
}

const versioned = new Set<Action>([
  's3:GetObject',
  's3:GetObjectAcl',
  's3:GetObjectAttributes',
  's3:GetObjectTagging',
  's3:PutObjectAcl',
  's3:PutObjectTagging',
  's3:DeleteObject',
  's3:DeleteObjectTagging',
])

/** The action for a named version: `s3:GetObjectVersion` for `s3:GetObject`. */
export const ofVersion = (action: Action, versionId: string | undefined): Action =>
  versionId !== undefined && versioned.has(action)
    ? (action.replace('Object', 'ObjectVersion') as Action)
    : action
