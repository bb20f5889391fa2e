/**
 * The actions that a bucket's policy can name, on its files and on the bucket itself.
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
 */
export const objectActions = [
  's3:GetObject',
  's3:PutObject',
  's3:DeleteObject',
  's3:GetObjectVersion',
  's3:DeleteObjectVersion',
  's3:GetObjectAttributes',
  's3:GetObjectVersionAttributes',
  's3:GetObjectAcl',
  's3:PutObjectAcl',
  's3:GetObjectVersionAcl',
  's3:PutObjectVersionAcl',
  's3:GetObjectTagging',
  's3:PutObjectTagging',
  's3:DeleteObjectTagging',
  's3:GetObjectVersionTagging',
  's3:PutObjectVersionTagging',
  's3:DeleteObjectVersionTagging',
  's3:GetObjectRetention',
  's3:PutObjectRetention',
  's3:GetObjectLegalHold',
  's3:PutObjectLegalHold',
  's3:BypassGovernanceRetention',
  's3:AbortMultipartUpload',
  's3:ListMultipartUploadParts',
] as const

export const bucketActions = [
  's3:ListBucket',
  's3:ListBucketVersions',
  's3:ListBucketMultipartUploads',
  's3:GetBucketLocation',
  's3:DeleteBucket',
  's3:GetBucketAcl',
  's3:PutBucketAcl',
  's3:GetBucketPolicy',
  's3:PutBucketPolicy',
  's3:DeleteBucketPolicy',
  's3:GetBucketPolicyStatus',
  's3:GetBucketPublicAccessBlock',
  's3:PutBucketPublicAccessBlock',
  's3:GetBucketOwnershipControls',
  's3:PutBucketOwnershipControls',
  's3:GetBucketVersioning',
  's3:PutBucketVersioning',
  's3:GetBucketObjectLockConfiguration',
  's3:PutBucketObjectLockConfiguration',
  's3:GetLifecycleConfiguration',
  's3:PutLifecycleConfiguration',
  's3:GetEncryptionConfiguration',
  's3:PutEncryptionConfiguration',
  's3:GetBucketCORS',
  's3:PutBucketCORS',
  's3:GetBucketTagging',
  's3:PutBucketTagging',
  's3:GetBucketNotification',
  's3:PutBucketNotification',
  's3:GetBucketLogging',
  's3:GetBucketRequestPayment',
  's3:GetBucketWebsite',
  's3:GetReplicationConfiguration',
  's3:GetAccelerateConfiguration',
] as const

export const policyActions: readonly string[] = [...objectActions, ...bucketActions]

/** Whether the action applies to objects, so that a resource needs a key. */
export function isObjectAction(action: string): boolean {
  return (objectActions as readonly string[]).includes(action)
}
