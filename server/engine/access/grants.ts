import type { Permission } from './acl.ts'

const bucketPermissions: Record<string, Permission> = {
  's3:ListBucket': 'READ',
  's3:ListBucketVersions': 'READ',
  's3:ListBucketMultipartUploads': 'READ',
  's3:PutObject': 'WRITE',
  's3:DeleteObject': 'WRITE',
  's3:AbortMultipartUpload': 'WRITE',
  's3:ListMultipartUploadParts': 'WRITE',
  's3:GetBucketAcl': 'READ_ACP',
  's3:PutBucketAcl': 'WRITE_ACP',
}

const objectPermissions: Record<string, Permission> = {
  's3:GetObject': 'READ',
  's3:GetObjectVersion': 'READ',
  's3:GetObjectAttributes': 'READ',
  's3:GetObjectVersionAttributes': 'READ',
  's3:GetObjectAcl': 'READ_ACP',
  's3:GetObjectVersionAcl': 'READ_ACP',
  's3:PutObjectAcl': 'WRITE_ACP',
  's3:PutObjectVersionAcl': 'WRITE_ACP',
}

/**
 * The ACL permission that includes the action, and whether it is the bucket's or the object's ACL; undefined if no ACL
 * can grant it.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#permissions
 */
export const permissionFor = (
  action: string,
): { of: 'bucket' | 'object'; permission: Permission } | undefined => {
  const ofObject = objectPermissions[action]
  if (ofObject) return { of: 'object', permission: ofObject }
  const ofBucket = bucketPermissions[action]
  return ofBucket && { of: 'bucket', permission: ofBucket }
}
