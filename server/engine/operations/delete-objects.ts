import { makePauses } from '../../limits/pauses.ts'
import { S3Error } from '../protocol/errors.ts'
import { childText, document, element, parseXml, type XmlNode } from '../protocol/xml.ts'
import { levelIncludes, ofVersion } from '../request/actions.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { bypassesGovernance, may } from '../request/authorize.ts'
import { readText } from '../request/body.ts'
import { requireIntegrity } from '../request/body-headers.ts'
import {
  type DeleteConditions,
  parseDeleteConditions,
  requireDeleteConditions,
} from '../request/conditions.ts'
import { bucketOf, type Context, causeOf, type Engine, header } from '../request/context.ts'
import { type BucketRow, requireBucket } from '../store/buckets.ts'
import { change, changeInSteps, type Effects } from '../store/changes.ts'
import { findVersion } from '../store/find-version.ts'
import { type Deleted, deleteCurrent, deleteVersion } from '../store/versions.ts'

const MOST_KEYS = 1000
const MOST_BYTES = 2 * 1024 * 1024
/** S3 has no such conditions for deletions. Rejected, not ignored: the client wants to keep the object if they fail. */
const unknownConditions = ['if-none-match', 'if-modified-since', 'if-unmodified-since']

type Wanted = { key: string; versionId: string | undefined; conditions: DeleteConditions }

/** `bypass`: versions under governance retention may be deleted. */
const deleteWanted = (
  engine: Engine,
  bucket: BucketRow,
  { key, versionId, conditions }: Wanted,
  bypass: boolean,
  effects: Effects,
): Deleted => {
  requireDeleteConditions(conditions, key, findVersion(engine, bucket.id, key, versionId))
  return versionId === undefined
    ? deleteCurrent(engine, bucket, key, effects)
    : deleteVersion(engine, bucket, key, versionId, bypass, effects)
}

/**
 * DeleteObject: without a version id it adds a delete marker in a versioned bucket. Succeeds for a missing key or version,
 * as in S3.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html
 * @throws S3Error NotImplemented; as `parseDeleteConditions`, `requireDeleteConditions`, `deleteCurrent` and `deleteVersion`
 */
export const deleteObject = async (context: Context): Promise<void> => {
  const { engine, key, query } = context
  const bucket = bucketOf(context)
  for (const name of unknownConditions) {
    if (header(context, name) !== undefined) throw new S3Error('NotImplemented', undefined, { Header: name })
  }
  const conditions = parseDeleteConditions({
    etag: header(context, 'if-match'),
    modified: header(context, 'x-amz-if-match-last-modified-time'),
    size: header(context, 'x-amz-if-match-size'),
  })
  const versionId = query.get('versionId')
  const bypass = bypassesGovernance(context, bucket, { key, versionId })
  const { id, marker } = await change(engine, causeOf(context), effects =>
    deleteWanted(engine, requireBucket(engine, bucket), { key, versionId, conditions }, bypass, effects),
  )
  sendEmpty(context, 204, {
    ...(id !== undefined && { 'x-amz-version-id': id }),
    ...(marker && { 'x-amz-delete-marker': 'true' }),
  })
}

const wantedOf = (object: XmlNode): Wanted => {
  const key = childText(object, 'Key')
  if (!key) throw new S3Error('MalformedXML')
  return {
    key,
    versionId: childText(object, 'VersionId'),
    conditions: parseDeleteConditions({
      etag: childText(object, 'ETag'),
      modified: childText(object, 'LastModifiedTime'),
      size: childText(object, 'Size'),
    }),
  }
}

/** Each entry, with whether the sender may delete it and bypasses governance. */
const authorized = async (
  context: Context,
  bucket: BucketRow,
  wanted: Wanted[],
): Promise<{ each: Wanted; allowed: boolean; bypass: boolean }[]> => {
  const judged: Awaited<ReturnType<typeof authorized>> = []
  // A long policy costs time per entry.
  const pause = makePauses()
  for (const each of wanted) {
    const { key, versionId } = each
    const allowed = may(context, ofVersion('s3:DeleteObject', versionId), { bucket, key, versionId })
    judged.push({ each, allowed, bypass: allowed && bypassesGovernance(context, bucket, each) })
    await pause()
  }
  return judged
}

const markerXml = ({ id, marker }: Deleted): string =>
  marker ? element('DeleteMarker', true) + element('DeleteMarkerVersionId', id) : ''

/**
 * DeleteObjects: up to 1,000 keys, in one commit unless they have many parts. A key that the sender may not delete, or
 * whose condition fails, is kept and reported as an error; the others are deleted.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
 * @throws S3Error MalformedXML; as `requireIntegrity`, `parseDeleteConditions`
 */
export const deleteObjects = async (context: Context): Promise<void> => {
  const { engine } = context
  const level = context.principal?.level ?? 'none'
  if (level !== 'none' && !levelIncludes(level, 's3:DeleteObject')) throw new S3Error('AccessDenied')
  requireIntegrity(context)
  const body = parseXml(await readText(context, MOST_BYTES))
  const bucket = bucketOf(context)
  const objects = body.children.filter(child => child.name === 'Object')
  if (body.name !== 'Delete' || objects.length === 0 || objects.length > MOST_KEYS)
    throw new S3Error('MalformedXML')
  const quiet = childText(body, 'Quiet') === 'true'
  const wanted = await authorized(context, bucket, objects.map(wantedOf))
  const results: string[] = []
  const remove = ({ each, allowed, bypass }: (typeof wanted)[number], now: BucketRow, effects: Effects) => {
    const named = element('Key', each.key) + element('VersionId', each.versionId)
    try {
      if (!allowed) throw new S3Error('AccessDenied')
      const deleted = deleteWanted(engine, now, each, bypass, effects)
      return quiet ? '' : `<Deleted>${named}${markerXml(deleted)}</Deleted>`
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
      // A malformed version id is treated as one that does not exist, as in S3.
      const { code, message } = error.code === 'InvalidArgument' ? new S3Error('NoSuchVersion') : error
      return `<Error>${named}${element('Code', code)}${element('Message', message)}</Error>`
    }
  }
  await changeInSteps(engine, causeOf(context), (effects, hasRoom) => {
    const now = requireBucket(engine, bucket)
    for (const each of wanted.slice(results.length)) {
      if (!hasRoom()) return false
      results.push(remove(each, now, effects))
    }
    return true
  })
  sendXml(context, 200, document('DeleteResult', results.join('')))
}
