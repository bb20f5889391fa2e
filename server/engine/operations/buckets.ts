import * as v from 'valibot'
import { bucketName } from '../../../domain/bucket-name.ts'
import { DiskFull } from '../../disk.ts'
import { privateAcl, sharesAcl } from '../access/acl.ts'
import { isOwnership, type Ownership } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import { MOST_BUCKET_TAGS, tagsOf } from '../protocol/tags.ts'
import { document, element, parseXml } from '../protocol/xml.ts'
import { exactTime, sendEmpty, sendXml, userXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf, header, integer, uidOf } from '../request/context.ts'
import { refuseUnsupported } from '../request/object-headers.ts'
import { headerAcl, storedAcl } from '../request/request-acl.ts'
import { findBucket, forgetBucket } from '../store/buckets.ts'
import { change, changeInSteps } from '../store/changes.ts'
import { dropUpload } from '../store/uploads.ts'
import { decodeToken, encodeToken } from './list-objects.ts'

const MOST_BUCKETS = 1000

/** Maximum of `max-buckets`. */
const MOST_LISTED = 10_000

/**
 * ListBuckets: the user's own, by prefix and in pages. The exact time distinguishes a bucket from a later one of the
 * same name.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html
 * @throws S3Error InvalidArgument
 */
export const listBuckets = (context: Context): void => {
  const { engine, query } = context
  const uid = uidOf(context)
  const prefix = query.get('prefix')
  const token = query.get('continuation-token')
  const limit = integer(context, 'max-buckets', { least: 1, most: MOST_LISTED, otherwise: MOST_LISTED })
  const region = query.get('bucket-region') ?? ''
  if (region !== '' && region !== engine.region) {
    throw new S3Error('InvalidArgument', `This storage has one region: ${engine.region}.`, {
      ArgumentName: 'bucket-region',
      ArgumentValue: region,
    })
  }
  const found = engine.db.all<{ name: string; created: number }>(
    `SELECT name, created FROM bucket WHERE uid = ?1 AND name > ?2 AND substr(name, 1, length(?3)) = ?3
     ORDER BY name LIMIT ?4`,
    uid,
    token ? decodeToken(token) : '',
    prefix ?? '',
    limit + 1,
  )
  const rows = found.slice(0, limit)
  const buckets = rows
    .map(
      row =>
        `<Bucket>${element('Name', row.name)}${element('CreationDate', exactTime(row.created))}${element('BucketRegion', engine.region)}</Bucket>`,
    )
    .join('')
  const last = found.length > limit ? rows.at(-1) : undefined
  const inner = [
    userXml('Owner', context, uid),
    `<Buckets>${buckets}</Buckets>`,
    element('ContinuationToken', last && encodeToken(last.name)),
    element('Prefix', prefix),
  ].join('')
  sendXml(context, 200, document('ListAllMyBucketsResult', inner))
}

/**
 * The tags in a new bucket's body, in stored form. Another region is rejected, as the bucket would not be there.
 * @throws S3Error MalformedXML, InvalidLocationConstraint, InvalidTag, NotImplemented
 */
const tagsAsked = (body: string, region: string): string | null => {
  if (body === '') return null
  const root = parseXml(body)
  if (root.name !== 'CreateBucketConfiguration') throw new S3Error('MalformedXML')
  let tags: string | null = null
  for (const child of root.children) {
    const { name } = child
    if (name === 'LocationConstraint') {
      const asked = child.text.trim()
      if (asked === '' || asked === region) continue
      throw new S3Error('InvalidLocationConstraint', `This storage has one region: ${region}.`, {
        LocationConstraint: asked,
      })
    }
    if (name !== 'Tags') throw new S3Error('NotImplemented', undefined, { Element: name })
    if (child.children.length > 0) tags = JSON.stringify(tagsOf(child, MOST_BUCKET_TAGS))
  }
  return tags
}

/** The ACL and the ownership that the request sets for a new bucket. */
const accessOf = (context: Context): { acl: string | null; ownership: Ownership | null } => {
  const uid = uidOf(context)
  const ownership = header(context, 'x-amz-object-ownership')
  if (ownership !== undefined && !isOwnership(ownership)) {
    throw new S3Error('InvalidArgument', undefined, { ArgumentName: 'x-amz-object-ownership' })
  }
  const acl = headerAcl(context, 'bucket', { owner: uid, bucketOwner: uid }) ?? privateAcl(uid)
  if (ownership === 'BucketOwnerEnforced' && sharesAcl(acl)) {
    throw new S3Error('InvalidBucketAclWithObjectOwnership')
  }
  return { acl: storedAcl(acl, uid), ownership: ownership ?? null }
}

/**
 * CreateBucket. Needs full control; with a key that may only write, an existing bucket is still reported as such, for
 * clients that ensure the bucket before each upload.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html
 * @throws S3Error InvalidBucketName, InvalidLocationConstraint, InvalidTag, BucketAlreadyExists,
 * BucketAlreadyOwnedByYou, TooManyBuckets; DiskFull
 */
export const createBucket = async (context: Context): Promise<void> => {
  const { engine, bucket: name } = context
  const uid = uidOf(context)
  refuseUnsupported(context)
  const locked = header(context, 'x-amz-bucket-object-lock-enabled')?.toLowerCase() === 'true'
  const body = await readText(context, 16 * 1024)
  const tags = tagsAsked(body, engine.region)
  const { acl, ownership } = accessOf(context)
  if (!v.is(bucketName, name)) throw new S3Error('InvalidBucketName', undefined, { BucketName: name })
  await change(engine, causeOf(context), () => {
    const taken = findBucket(engine, name)
    const same = taken?.uid === uid && taken.acl === acl && taken.ownership === ownership
    if (
      same &&
      !locked &&
      tags === null &&
      engine.region === 'us-east-1' &&
      context.principal?.level === 'full'
    )
      return
    if (taken) {
      const code = taken.uid === uid ? 'BucketAlreadyOwnedByYou' : 'BucketAlreadyExists'
      throw new S3Error(code, undefined, { BucketName: name })
    }
    if (context.principal?.level !== 'full') throw new S3Error('AccessDenied')
    const count = engine.db.get<{ n: number }>('SELECT count(*) AS n FROM bucket WHERE uid = ?', uid)
    if ((count?.n ?? 0) >= MOST_BUCKETS) throw new S3Error('TooManyBuckets')
    if (engine.disk.isFull()) throw new DiskFull()
    engine.db.run(
      'INSERT INTO bucket (name, uid, created, acl, ownership, tags, versioning, object_lock) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      name,
      uid,
      Date.now(),
      acl,
      ownership,
      tags,
      locked ? 'Enabled' : null,
      locked ? '{}' : null,
    )
  })
  if (context.metered) context.metered.authorized = true
  sendEmpty(context, 200, { location: `/${name}`, 'x-amz-bucket-arn': `arn:aws:s3:::${name}` })
}

/** HeadBucket, for any of the owner's keys. */
export const headBucket = (context: Context): void => {
  sendEmpty(context, 200, {
    'content-type': 'application/xml',
    'x-amz-bucket-region': context.engine.region,
  })
}

/** Maximum number of uploads that DeleteBucket drops in one commit. */
const MOST_UPLOADS = 1000

/**
 * DeleteBucket: the bucket must have no objects; unfinished multipart uploads are deleted with it, many of them in
 * earlier commits.
 * @throws S3Error BucketNotEmpty
 */
export const deleteBucket = async (context: Context): Promise<void> => {
  const { engine } = context
  const bucket = bucketOf(context)
  await changeInSteps(engine, causeOf(context), ({ discard }, hasRoom) => {
    if (engine.db.get('SELECT 1 FROM version WHERE bucket = ? LIMIT 1', bucket.id)) {
      throw new S3Error('BucketNotEmpty', undefined, { BucketName: bucket.name })
    }
    const uploads = engine.db.all<{ id: string }>(
      'SELECT id FROM upload WHERE bucket = ? LIMIT ?',
      bucket.id,
      MOST_UPLOADS,
    )
    for (const { id } of uploads) {
      if (!hasRoom()) return false
      dropUpload(engine, bucket, id, discard)
    }
    if (uploads.length === MOST_UPLOADS) return false
    if (engine.db.run('DELETE FROM bucket WHERE id = ?', bucket.id) === 0) return true
    forgetBucket(engine, bucket.name)
    return true
  })
  sendEmpty(context, 204)
}

/** GetBucketLocation: empty for us-east-1, as in S3. */
export const getBucketLocation = (context: Context): void => {
  const { region } = context.engine
  sendXml(context, 200, document('LocationConstraint', region === 'us-east-1' ? '' : region))
}
