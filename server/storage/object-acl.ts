import {
  GetBucketOwnershipControlsCommand,
  GetObjectAclCommand,
  type Grant,
  type Owner,
  PutObjectAclCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { isOpen } from './bucket-access.ts'
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

/** The grants that let everybody download the object. */
export function openGrants(grants: readonly Grant[]): Grant[] {
  return grants.filter(
    grant => isOpen(grant) && (grant.Permission === 'READ' || grant.Permission === 'FULL_CONTROL'),
  )
}

/** The ACL with one grant to everybody, to download, or with none. */
export function madePublic({ owner, grants }: ObjectAcl, open: boolean): ObjectAcl {
  const others = grants.filter(grant => !isOpen(grant))
  if (!open) return { owner, grants: others }
  const URI = 'http://acs.amazonaws.com/groups/global/AllUsers'
  return { owner, grants: [...others, { Grantee: { Type: 'Group', URI }, Permission: 'READ' }] }
}

/** Whether an ACL is as `madePublic` makes it. */
export function isAsMade(acl: ObjectAcl, open: boolean): boolean {
  const toAll = (own: ObjectAcl) =>
    own.grants.filter(isOpen).map(({ Grantee, Permission }) => `${Permission} ${Grantee?.URI}`)
  return toAll(acl).join() === toAll(madePublic(acl, open)).join()
}

/** Whether the bucket has switched ACLs off. Source: S3 API reference, GetBucketOwnershipControls. */
export async function aclsAreOff(client: S3Client, bucket: string): Promise<boolean> {
  try {
    const answer = await client.send(new GetBucketOwnershipControlsCommand({ Bucket: bucket }))
    return answer.OwnershipControls?.Rules?.[0]?.ObjectOwnership === 'BucketOwnerEnforced'
  } catch (error) {
    if (s3Name(error) === 'OwnershipControlsNotFoundError') return false
    throw error
  }
}
