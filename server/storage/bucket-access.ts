import {
  DeleteBucketPolicyCommand,
  GetBucketAclCommand,
  GetBucketPolicyCommand,
  GetObjectAclCommand,
  GetPublicAccessBlockCommand,
  type Grant,
  ListObjectsV2Command,
  PutBucketAclCommand,
  PutBucketPolicyCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { inTurns } from '../limits/in-turns.ts'
import { isAbsent, s3Name } from './client.ts'

/** The settings that grant others access to a bucket. */
export type BucketAccess = {
  /** JSON; null: none. */
  policy: string | null
  /** Whether the storage has ACLs of buckets. */
  acls: boolean
  /** The permissions that the bucket's ACL grants to everybody, or to all who have a key. */
  grants: string[]
  /** The settings of the public access block that are on. */
  block: string[]
}

const everybody = new Set([
  'http://acs.amazonaws.com/groups/global/AllUsers',
  'http://acs.amazonaws.com/groups/global/AuthenticatedUsers',
])

/** Whether the grant is to everybody, or to all who have a key. */
export const isOpen = ({ Grantee }: Grant) => everybody.has(Grantee?.URI ?? '')

/** The result of `call`; null if the storage reports, by one of these S3 errors, that there is none. */
async function unlessMissing<T>(missing: readonly string[], call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (missing.includes(s3Name(error) ?? '')) return null
    throw error
  }
}

/** Whether the storage has no ACLs, or the bucket has switched them off. */
const lacksAcls = (error: unknown) => isAbsent(error) || s3Name(error) === 'AccessControlListNotSupported'

async function readAcl(client: S3Client, bucket: string): Promise<Grant[] | null> {
  try {
    return (await client.send(new GetBucketAclCommand({ Bucket: bucket }))).Grants ?? []
  } catch (error) {
    if (lacksAcls(error)) return null
    throw error
  }
}

/** BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketPolicy, GetBucketAcl, GetPublicAccessBlock. */
export async function readAccess(client: S3Client, bucket: string): Promise<BucketAccess> {
  const [policy, acl, block] = await Promise.all([
    unlessMissing(['NoSuchBucketPolicy'], client.send(new GetBucketPolicyCommand({ Bucket: bucket }))),
    readAcl(client, bucket),
    readBlock(client, bucket),
  ])
  return {
    policy: policy?.Policy ?? null,
    acls: acl !== null,
    grants: (acl ?? []).filter(isOpen).map(({ Permission }) => Permission ?? ''),
    block,
  }
}

/** The settings of a bucket's public access block that are on. BUCKET_NOT_FOUND. Source: S3 API reference, GetPublicAccessBlock. */
export async function readBlock(client: S3Client, bucket: string): Promise<string[]> {
  const block = await unlessMissing(
    ['NoSuchPublicAccessBlockConfiguration', 'NotImplemented', 'MethodNotAllowed'],
    client.send(new GetPublicAccessBlockCommand({ Bucket: bucket })),
  )
  return Object.entries(block?.PublicAccessBlockConfiguration ?? {}).flatMap(([name, on]) =>
    on === true ? [name] : [],
  )
}

/** `policy`: JSON; null: none. Source: S3 API reference, PutBucketPolicy, DeleteBucketPolicy. */
export async function putPolicy(client: S3Client, bucket: string, policy: string | null): Promise<void> {
  if (policy === null) await client.send(new DeleteBucketPolicyCommand({ Bucket: bucket }))
  else await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: policy }))
}

/** Removes the grants to everybody from the bucket's ACL. Source: S3 API reference, PutBucketAcl. */
export async function closeAcl(client: S3Client, bucket: string): Promise<void> {
  const { Owner, Grants = [] } = await client.send(new GetBucketAclCommand({ Bucket: bucket }))
  await client.send(
    new PutBucketAclCommand({
      Bucket: bucket,
      AccessControlPolicy: { Owner, Grants: Grants.filter(grant => !isOpen(grant)) },
    }),
  )
}

/** `next`: the last key that was checked; null: there are no further files. */
export type OpenFiles = { keys: string[]; checked: number; next: string | null }

/**
 * The public ones, by their own ACL, among the `most` (at most 1,000) files after the key `after`; none if the storage
 * has no ACLs of files. BUCKET_NOT_FOUND. Source: S3 API reference, ListObjectsV2, GetObjectAcl.
 */
export async function openFiles(
  client: S3Client,
  bucket: string,
  { after, most }: { after: string; most: number },
): Promise<OpenFiles> {
  const page = await client.send(
    new ListObjectsV2Command({ Bucket: bucket, MaxKeys: most, ...(after !== '' && { StartAfter: after }) }),
  )
  const files = (page.Contents ?? []).map(({ Key }) => Key!)
  try {
    const open = await inTurns(8, files, key => isOpenFile(client, bucket, key))
    return {
      keys: files.filter((_, index) => open[index]),
      checked: files.length,
      next: page.IsTruncated === true ? (files.at(-1) ?? null) : null,
    }
  } catch (error) {
    if (lacksAcls(error)) return { keys: [], checked: files.length, next: null }
    throw error
  }
}

async function isOpenFile(client: S3Client, bucket: string, key: string): Promise<boolean> {
  const acl = await unlessMissing(
    ['NoSuchKey'],
    client.send(new GetObjectAclCommand({ Bucket: bucket, Key: key })),
  )
  const readable = (acl?.Grants ?? []).filter(isOpen)
  return readable.some(({ Permission }) => Permission === 'READ' || Permission === 'FULL_CONTROL')
}
