import type { Level } from '../../s3/keys.ts'
import { S3Error } from '../protocol/errors.ts'

const permissions = ['FULL_CONTROL', 'READ', 'WRITE', 'READ_ACP', 'WRITE_ACP'] as const
export type Permission = (typeof permissions)[number]

export const isPermission = (text: string | undefined): text is Permission =>
  permissions.some(permission => permission === text)

/** Predefined groups, by the last part of their URI. */
const groups = ['global/AllUsers', 'global/AuthenticatedUsers', 's3/LogDelivery'] as const
export type Group = (typeof groups)[number]
const GROUPS = 'http://acs.amazonaws.com/groups/'

export const groupUri = (group: Group): string => GROUPS + group
export const groupOf = (uri: string): Group | undefined => groups.find(group => groupUri(group) === uri)

export type Grantee = { id: string } | { group: Group }
export type Grant = { to: Grantee; permission: Permission }
/** `owner`: a user's id. Without a stored ACL, only the bucket's owner has full control. */
export type Acl = { owner: string; grants: Grant[] }

/** The stored ACL of a bucket or a version. */
export const parseAcl = (stored: string | null | undefined, bucketOwner: string): Acl =>
  stored ? (JSON.parse(stored) as Acl) : privateAcl(bucketOwner)

export const privateAcl = (owner: string): Acl => ({
  owner,
  grants: [{ to: { id: owner }, permission: 'FULL_CONTROL' }],
})

const toGroup = (group: Group, ...granted: Permission[]): Grant[] =>
  granted.map(permission => ({ to: { group }, permission }))

/** Grants besides the owner's full control, by the name of a canned ACL. */
const canned: Record<string, (bucketOwner: string) => Grant[]> = {
  private: () => [],
  'public-read': () => toGroup('global/AllUsers', 'READ'),
  'public-read-write': () => toGroup('global/AllUsers', 'READ', 'WRITE'),
  'authenticated-read': () => toGroup('global/AuthenticatedUsers', 'READ'),
}
const ofObjects: typeof canned = {
  'bucket-owner-read': id => [{ to: { id }, permission: 'READ' }],
  'bucket-owner-full-control': id => [{ to: { id }, permission: 'FULL_CONTROL' }],
}
const ofBuckets: typeof canned = {
  'log-delivery-write': () => toGroup('s3/LogDelivery', 'WRITE', 'READ_ACP'),
  'bucket-owner-read': () => [],
  'bucket-owner-full-control': () => [],
}

/**
 * A canned ACL.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl
 * @throws S3Error InvalidArgument for an unknown one
 */
export const cannedAcl = (
  name: string,
  of: 'bucket' | 'object',
  { owner, bucketOwner }: { owner: string; bucketOwner: string },
): Acl => {
  const known = { ...canned, ...(of === 'bucket' ? ofBuckets : ofObjects) }
  if (!Object.hasOwn(known, name)) {
    throw new S3Error('InvalidArgument', undefined, { ArgumentName: 'x-amz-acl', ArgumentValue: name })
  }
  const { grants } = privateAcl(owner)
  const more = known[name]!(bucketOwner).filter(({ to }) => !('id' in to && to.id === owner))
  return { owner, grants: [...grants, ...more] }
}

const isPublicGrant = ({ to }: Grant): boolean =>
  'group' in to && (to.group === 'global/AllUsers' || to.group === 'global/AuthenticatedUsers')

export const isPublicAcl = (acl: Acl): boolean => acl.grants.some(isPublicGrant)

/** `ignorePublic`: ignores its public grants. */
export const aclAllows = (
  acl: Acl,
  principal: Principal | null,
  permission: Permission,
  ignorePublic = false,
): boolean => {
  const { owner, grants } = acl
  if (principal?.uid === owner && (permission === 'READ_ACP' || permission === 'WRITE_ACP')) return true
  return grants.some(grant => {
    if (grant.permission !== permission && grant.permission !== 'FULL_CONTROL') return false
    if ('id' in grant.to) return grant.to.id === principal?.uid
    if (ignorePublic) return false
    return (
      grant.to.group === 'global/AllUsers' ||
      (grant.to.group === 'global/AuthenticatedUsers' && principal !== null)
    )
  })
}

/** Whether the ACL grants anything to anyone but its owner. */
export const sharesAcl = ({ owner, grants }: Acl): boolean =>
  grants.some(({ to }) => !('id' in to && to.id === owner))

/** The key that signed a request, and its user. `subUser`: null for the user's own key. */
export type Principal = { accessKey: string; uid: string; subUser: string | null; level: Level }

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
