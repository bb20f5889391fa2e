import { DiskFull } from '../../disk.ts'
import { type Acl, parseAcl } from '../access/acl.ts'
import { aclXml, parseAclXml } from '../access/acl-xml.ts'
import { S3Error } from '../protocol/errors.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml, versionHeaders } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { headerAcl, requireAllowedAcl, storedAcl } from '../request/request-acl.ts'
import { type BucketRow, requireBucket, setBucket } from '../store/buckets.ts'
import { change } from '../store/changes.ts'
import type { Version } from '../store/find-version.ts'
import { setAcl } from '../store/versions.ts'
import { findObject } from './get-object.ts'

const MOST_BYTES = 128 * 1024

const sendAcl = (context: Context, acl: Acl): void =>
  sendXml(context, 200, document('AccessControlPolicy', aclXml(context.engine.accounts, acl)))

/** The ACL that a request sets, by headers or body; the owner stays. */
const askedAcl = async (context: Context, of: 'bucket' | 'object', owner: string): Promise<Acl> => {
  const body = await readText(context, MOST_BYTES)
  const { uid: bucketOwner } = bucketOf(context)
  const asked = headerAcl(context, of, { owner, bucketOwner })
  if (asked && body !== '') throw new S3Error('UnexpectedContent')
  if (asked) return asked
  if (body === '') throw new S3Error('MissingSecurityHeader')
  return parseAclXml(context.engine.accounts, body, owner)
}

/** GetBucketAcl. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketAcl.html */
export const getBucketAcl = (context: Context): void => {
  const bucket = bucketOf(context)
  sendAcl(context, parseAcl(bucket.acl, bucket.uid))
}

/**
 * PutBucketAcl. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketAcl.html
 * @throws S3Error InvalidArgument, MalformedACLError, AccessControlListNotSupported; AccessDenied if public ACLs are
 * blocked
 */
export const putBucketAcl = async (context: Context): Promise<void> => {
  const { engine } = context
  const acl = await askedAcl(context, 'bucket', bucketOf(context).uid)
  const bucket = bucketOf(context)
  await setBucket(engine, causeOf(context), bucket, 'acl', storedAcl(acl, bucket.uid), () =>
    requireAllowedAcl(requireBucket(engine, bucket), acl),
  )
  sendEmpty(context, 200)
}

const aclOfObject = (context: Context, bucket: BucketRow): { version: Version; acl: Acl } => {
  const version = findObject(context, bucket)
  const stored = bucket.ownership === 'BucketOwnerEnforced' ? null : version.acl
  return { version, acl: parseAcl(stored, bucket.uid) }
}

/**
 * GetObjectAcl. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAcl.html
 * @throws S3Error NoSuchKey, NoSuchVersion
 */
export const getObjectAcl = (context: Context): void => {
  const bucket = bucketOf(context)
  const { version, acl } = aclOfObject(context, bucket)
  context.response.setHeaders(new Map(Object.entries(versionHeaders(bucket, version.id))))
  sendAcl(context, acl)
}

/**
 * PutObjectAcl. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectAcl.html
 * @throws S3Error as `putBucketAcl`; NoSuchKey, NoSuchVersion
 */
export const putObjectAcl = async (context: Context): Promise<void> => {
  const { engine } = context
  const { owner } = aclOfObject(context, bucketOf(context)).acl
  const acl = await askedAcl(context, 'object', owner)
  const bucket = bucketOf(context)
  const { id } = await change(engine, causeOf(context), effects => {
    const now = requireBucket(engine, bucket)
    requireAllowedAcl(now, acl)
    const { version, acl: present } = aclOfObject(context, now)
    if (present.owner !== owner) throw new S3Error('AccessDenied')
    if (engine.disk.isFull()) throw new DiskFull()
    setAcl(engine, version, storedAcl(acl, bucket.uid), { bucket: now, effects })
    return version
  })
  sendEmpty(context, 200, versionHeaders(bucket, id))
}
