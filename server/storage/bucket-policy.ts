import {
  DeleteBucketPolicyCommand,
  GetBucketAclCommand,
  type GetBucketAclCommandOutput,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetObjectAclCommand,
  GetPublicAccessBlockCommand,
  PutBucketPolicyCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { type Acl, type Grant, groupOf, isPermission } from '../engine/access/acl.ts'
import { isOwnership, type Ownership } from '../engine/access/settings.ts'
import { Problem } from '../errors/problem.ts'
import { s3Name } from './client.ts'

/** The text as stored; null if there is none. Source: S3 API reference, GetBucketPolicy. */
export async function getBucketPolicy(client: S3Client, bucket: string): Promise<string | null> {
  const answer = await orNull(client.send(new GetBucketPolicyCommand({ Bucket: bucket })))
  return answer?.Policy ?? null
}

/** INVALID_POLICY, with the storage's message as its field. Source: S3 API reference, PutBucketPolicy. */
export async function putBucketPolicy(client: S3Client, bucket: string, policy: string): Promise<void> {
  try {
    await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: policy }))
  } catch (error) {
    // RGW responds InvalidArgument instead of S3's MalformedPolicy.
    const refused = error instanceof Problem && ['INVALID_POLICY', 'INVALID_REQUEST'].includes(error.code)
    if (!refused) throw error
    const words = error.cause instanceof Error ? error.cause.message.slice(0, 300) : ''
    throw new Problem('INVALID_POLICY', { fields: [{ field: 'policy', message: words }], cause: error })
  }
}

/** Source: S3 API reference, DeleteBucketPolicy. */
export async function deleteBucketPolicy(client: S3Client, bucket: string): Promise<void> {
  await client.send(new DeleteBucketPolicyCommand({ Bucket: bucket }))
}

/** What decides besides the policy and the level of a key; in the engine's stored form. */
export type Sharing = {
  owner: string
  acl: string
  objectAcl: string | null
  ownership: Ownership | null
  block: string
}

/**
 * `key` empty: no object. `controls`: whether the storage supports ownership controls. ACCESS_DENIED, BUCKET_NOT_FOUND.
 * Sources: S3 API reference, GetBucketAcl, GetObjectAcl, GetPublicAccessBlock, GetBucketOwnershipControls.
 */
export async function readSharing(
  client: S3Client,
  { bucket: Bucket, key, controls }: { bucket: string; key: string; controls: boolean },
): Promise<Sharing> {
  const acl = aclOf(await client.send(new GetBucketAclCommand({ Bucket })))
  const [ofObject, block, owners] = await Promise.all([
    key === '' ? null : orNull(client.send(new GetObjectAclCommand({ Bucket, Key: key }))),
    orNull(client.send(new GetPublicAccessBlockCommand({ Bucket }))),
    controls ? orNull(client.send(new GetBucketOwnershipControlsCommand({ Bucket }))) : null,
  ])
  const ownership = owners?.OwnershipControls?.Rules?.[0]?.ObjectOwnership
  return {
    owner: acl.owner,
    acl: JSON.stringify(acl),
    objectAcl: ofObject && JSON.stringify(aclOf(ofObject)),
    block: JSON.stringify(block?.PublicAccessBlockConfiguration ?? {}),
    ownership: isOwnership(ownership) ? ownership : null,
  }
}

const absent = new Set([
  'NoSuchBucketPolicy',
  'NoSuchPublicAccessBlockConfiguration',
  'OwnershipControlsNotFoundError',
  'NoSuchKey',
])

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (absent.has(s3Name(error) ?? '')) return null
    throw error
  }
}

/** Drops grants to groups, and permissions, that the engine does not know. */
function aclOf({ Owner, Grants = [] }: Pick<GetBucketAclCommandOutput, 'Owner' | 'Grants'>): Acl {
  const grants = Grants.flatMap(({ Grantee, Permission: permission }): Grant[] => {
    if (!isPermission(permission)) return []
    if (Grantee?.ID !== undefined) return [{ to: { id: Grantee.ID }, permission }]
    const group = groupOf(Grantee?.URI ?? '')
    return group ? [{ to: { group }, permission }] : []
  })
  return { owner: Owner?.ID ?? '', grants }
}
