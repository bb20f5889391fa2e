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
import { inTurns } from '../in-turns.ts'
import { s3Name } from './client.ts'

/** What grants others access to a bucket. */
export type BucketAccess = {
  /** JSON; null: none. */
  policy: string | null
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

/** What `call` gives; null where the storage says that there is none, by this S3 error. */
async function unlessMissing<T>(missing: readonly string[], call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (missing.includes(s3Name(error) ?? '')) return null
    throw error
  }
}

/** BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketPolicy, GetBucketAcl, GetPublicAccessBlock. */
export async function readAccess(client: S3Client, bucket: string): Promise<BucketAccess> {
  const [policy, acl, block] = await Promise.all([
    unlessMissing(['NoSuchBucketPolicy'], client.send(new GetBucketPolicyCommand({ Bucket: bucket }))),
    client.send(new GetBucketAclCommand({ Bucket: bucket })),
    unlessMissing(
      ['NoSuchPublicAccessBlockConfiguration', 'NotImplemented', 'MethodNotAllowed'],
      client.send(new GetPublicAccessBlockCommand({ Bucket: bucket })),
    ),
  ])
  return {
    policy: policy?.Policy ?? null,
    grants: (acl.Grants ?? []).filter(isOpen).map(({ Permission }) => Permission ?? ''),
    block: Object.entries(block?.PublicAccessBlockConfiguration ?? {}).flatMap(([name, on]) =>
      on === true ? [name] : [],
    ),
  }
}

/** `policy`: JSON; null: none. Source: S3 API reference, PutBucketPolicy, DeleteBucketPolicy. */
export async function putPolicy(client: S3Client, bucket: string, policy: string | null): Promise<void> {
  if (policy === null) await client.send(new DeleteBucketPolicyCommand({ Bucket: bucket }))
  else await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: policy }))
}

/** Takes the grants to everybody out of the bucket's ACL. Source: S3 API reference, PutBucketAcl. */
export async function closeAcl(client: S3Client, bucket: string): Promise<void> {
  const { Owner, Grants = [] } = await client.send(new GetBucketAclCommand({ Bucket: bucket }))
  await client.send(
    new PutBucketAclCommand({
      Bucket: bucket,
      AccessControlPolicy: { Owner, Grants: Grants.filter(grant => !isOpen(grant)) },
    }),
  )
}

/** Files whose own ACLs are looked at. */
const mostFiles = 100

/** Which of the first files everybody may read by their own ACL. Source: S3 API reference, GetObjectAcl. */
export async function openFiles(
  client: S3Client,
  bucket: string,
): Promise<{ keys: string[]; checked: number; all: boolean }> {
  const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: mostFiles }))
  const files = (page.Contents ?? []).map(({ Key }) => Key!)
  const open = await inTurns(8, files, async key => {
    const acl = await unlessMissing(
      ['NoSuchKey'],
      client.send(new GetObjectAclCommand({ Bucket: bucket, Key: key })),
    )
    const readable = (acl?.Grants ?? []).filter(isOpen)
    return readable.some(({ Permission }) => Permission === 'READ' || Permission === 'FULL_CONTROL')
  })
  return {
    keys: files.filter((_, index) => open[index]),
    checked: files.length,
    all: page.IsTruncated !== true,
  }
}
