import {
  GetBucketOwnershipControlsCommand,
  GetObjectAclCommand,
  type Grant,
  type Owner,
  PutObjectAclCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import { type BucketAccess, isOpen, readAccess } from './bucket-access.ts'
import { s3Name } from './client.ts'

export type ObjectAcl = { owner: Owner | undefined; grants: Grant[] }

/** OBJECT_NOT_FOUND. Source: S3 API reference, GetObjectAcl. */
export async function readObjectAcl(
  client: S3Client,
  { bucket, path }: { bucket: string; path: string },
): Promise<ObjectAcl> {
  const { Owner, Grants = [] } = await client.send(new GetObjectAclCommand({ Bucket: bucket, Key: path }))
  return { owner: Owner, grants: Grants }
}

/** Replaces the grants; the owner stays. Source: S3 API reference, PutObjectAcl. */
export async function writeObjectAcl(
  client: S3Client,
  { bucket, path, versionId }: { bucket: string; path: string; versionId?: string | undefined },
  { owner, grants }: ObjectAcl,
): Promise<void> {
  await client.send(
    new PutObjectAclCommand({
      Bucket: bucket,
      Key: path,
      VersionId: versionId,
      AccessControlPolicy: { Owner: owner, Grants: grants },
    }),
  )
}

/** The grants by which everybody may download the object. */
export function publicReadGrants(grants: readonly Grant[]): Grant[] {
  return grants.filter(
    grant => isOpen(grant) && (grant.Permission === 'READ' || grant.Permission === 'FULL_CONTROL'),
  )
}

/** The ACL with READ as the only grant to everybody, or with `isPublic` false, with no grant to everybody. */
export function withPublicRead({ owner, grants }: ObjectAcl, isPublic: boolean): ObjectAcl {
  const others = grants.filter(grant => !isOpen(grant))
  if (!isPublic) return { owner, grants: others }
  const URI = 'http://acs.amazonaws.com/groups/global/AllUsers'
  return { owner, grants: [...others, { Grantee: { Type: 'Group', URI }, Permission: 'READ' }] }
}

/** Whether an ACL already grants to everybody what `withPublicRead` would. */
export function matchesPublicRead(acl: ObjectAcl, isPublic: boolean): boolean {
  const publicGrants = ({ grants }: ObjectAcl) =>
    grants.filter(isOpen).map(({ Grantee, Permission }) => `${Permission} ${Grantee?.URI}`)
  return publicGrants(acl).join() === publicGrants(withPublicRead(acl, isPublic)).join()
}

/** Whether the bucket disables ACLs. BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketOwnershipControls. */
async function areAclsDisabled(client: S3Client, bucket: string): Promise<boolean> {
  try {
    const answer = await client.send(new GetBucketOwnershipControlsCommand({ Bucket: bucket }))
    return answer.OwnershipControls?.Rules?.[0]?.ObjectOwnership === 'BucketOwnerEnforced'
  } catch (error) {
    if (s3Name(error) === 'OwnershipControlsNotFoundError') return false
    throw error
  }
}

/** A bucket's rules on object ACLs. `off`: they have no effect. `blocked`: they cannot grant public access. */
export async function readAclRules(
  client: S3Client,
  kind: StorageKind,
  bucket: string,
): Promise<{ ofBucket: BucketAccess; off: boolean; blocked: boolean }> {
  const [ofBucket, off] = await Promise.all([
    readAccess(client, bucket),
    differsFromS3(kind, 'ownership-controls') ? false : areAclsDisabled(client, bucket),
  ])
  const blocked =
    off || ['BlockPublicAcls', 'IgnorePublicAcls'].some(setting => ofBucket.block.includes(setting))
  return { ofBucket, off, blocked }
}
