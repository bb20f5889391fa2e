import { createHash } from 'node:crypto'
import { uriEncodePath } from '../../s3/sigv4.ts'
import { expirationHeader } from '../lifecycle/expiry.ts'
import {
  type Checksum,
  checksumAlgorithms,
  checksumElement,
  defaultType,
  isChecksumValue,
  multipartChecksum,
} from '../protocol/checksums.ts'
import { encryptionHeader, isEncrypted } from '../protocol/encryption.ts'
import { S3Error } from '../protocol/errors.ts'
import { childText, document, element, parseXml } from '../protocol/xml.ts'
import { checksumXml, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { requireCompletionConditions } from '../request/conditions.ts'
import { bucketOf, type Context, causeOf, header } from '../request/context.ts'
import { type BucketRow, requireBucket } from '../store/buckets.ts'
import { change, type Effects } from '../store/changes.ts'
import { findVersion } from '../store/find-version.ts'
import { findUpload, type Part, partsOf, type Upload, usageOfUpload } from '../store/uploads.ts'
import { putCurrent } from '../store/versions.ts'
import { MOST_PARTS, uploadIdOf } from './multipart.ts'

const MOST_BYTES = 4 * 1024 * 1024
/** S3's largest object. */
const MOST_SIZE = 5 * 1024 ** 4
/** ms that a completed upload's response is remembered, for retries of a client that did not receive it. */
const REMEMBERED_MS = 24 * 3600_000

type Wanted = { number: number; etag: string; checksums: Record<string, string> }
type Completed = {
  etag: string
  checksum: Checksum | undefined
  versionId: string | undefined
  encrypted: boolean
  /** `x-amz-expiration`, which a retry does not repeat. */
  expiration?: Record<string, string>
}

/** A part with its number, ETag and every checksum. */
const NODES_PER_PART = 3 + checksumAlgorithms.length

/** Undefined for no body. @throws S3Error MalformedXML, InvalidPartOrder */
const parseParts = (body: string): Wanted[] | undefined => {
  if (body === '') return undefined
  const root = parseXml(body, MOST_PARTS * NODES_PER_PART + 10)
  const nodes = root.children.filter(child => child.name === 'Part')
  if (root.name !== 'CompleteMultipartUpload' || nodes.length > MOST_PARTS) {
    throw new S3Error('MalformedXML')
  }
  let previous = 0
  return nodes.map(node => {
    const number = Number(childText(node, 'PartNumber'))
    const etag = childText(node, 'ETag')
      ?.trim()
      .replace(/^"(.*)"$/, '$1')
    if (!Number.isInteger(number) || number < 1 || !etag) throw new S3Error('MalformedXML')
    if (number <= previous) throw new S3Error('InvalidPartOrder')
    previous = number
    const checksums: Record<string, string> = {}
    for (const algorithm of checksumAlgorithms) {
      const value = childText(node, checksumElement(algorithm))
      if (value !== undefined) checksums[algorithm] = value
    }
    return { number, etag, checksums }
  })
}

/** @throws S3Error InvalidPart, BadDigest, InvalidRequest, EntityTooSmall, EntityTooLarge */
const chooseParts = (wanted: Wanted[], there: Part[], upload: Upload, minPartSize: number): Part[] => {
  const byNumber = new Map(there.map(part => [part.number, part]))
  const chosen = wanted.map((want, index) => {
    const part = byNumber.get(want.number)
    const sent = upload.algorithm && want.checksums[upload.algorithm]
    const [named] = Object.keys(want.checksums)
    if (upload.type === 'COMPOSITE' && sent === undefined) {
      if (named !== undefined) {
        throw new S3Error(
          'BadDigest',
          `The ${named} you specified for part ${want.number} did not match what we received.`,
        )
      }
      throw new S3Error(
        'InvalidRequest',
        `The upload was created using a ${upload.algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${want.number} in the request.`,
      )
    }
    const differs = sent !== undefined && part?.checksum !== sent
    if (!part || part.etag !== want.etag || differs) {
      throw new S3Error('InvalidPart', undefined, {
        UploadId: upload.id,
        PartNumber: String(want.number),
        ETag: want.etag,
      })
    }
    if (part.size < minPartSize && index < wanted.length - 1) {
      throw new S3Error('EntityTooSmall', undefined, {
        ProposedSize: String(part.size),
        MinSizeAllowed: String(minPartSize),
        PartNumber: String(part.number),
        ETag: part.etag,
      })
    }
    return part
  })
  if (chosen.reduce((sum, part) => sum + part.size, 0) > MOST_SIZE) throw new S3Error('EntityTooLarge')
  return chosen
}

const objectChecksum = (context: Context, upload: Upload, parts: Part[]): Checksum | undefined => {
  if (!upload.algorithm || !upload.type) return undefined
  const values = parts.map(part => ({ value: part.checksum ?? '', size: part.size }))
  const checksum = multipartChecksum(upload.algorithm, upload.type, values)
  const type = header(context, 'x-amz-checksum-type')
  if (type !== undefined && type !== upload.type) {
    throw new S3Error('InvalidRequest', 'The checksum type is not that of the upload.')
  }
  const sent = header(context, `x-amz-checksum-${upload.algorithm}`)
  if (sent !== undefined && !isChecksumValue(upload.algorithm, sent.replace(/-\d+$/, ''))) {
    throw new S3Error('InvalidRequest', `Value for x-amz-checksum-${upload.algorithm} header is invalid.`)
  }
  const value = upload.type === 'COMPOSITE' ? checksum.value.replace(/-\d+$/, '') : checksum.value
  // Without a type, S3 reads the value as one of the algorithm's default type.
  const misread = type === undefined && upload.type !== defaultType(upload.algorithm)
  if (sent !== undefined && (misread || sent.replace(/-\d+$/, '') !== value)) throw new S3Error('BadDigest')
  return checksum
}

const complete = (
  context: Context,
  bucket: BucketRow,
  wanted: Wanted[] | undefined,
  effects: Effects,
): Completed => {
  const { engine, key } = context
  const { db } = engine
  const id = uploadIdOf(context)
  const done = db.get<{
    etag: string
    checksum: string | null
    version_id: string | null
    encrypted: number
  }>(
    'SELECT etag, checksum, version_id, encrypted FROM completed WHERE upload = ? AND bucket = ? AND key = ?',
    id,
    bucket.id,
    key,
  )
  if (done)
    return {
      etag: done.etag,
      checksum: done.checksum === null ? undefined : (JSON.parse(done.checksum) as Checksum),
      versionId: done.version_id ?? undefined,
      encrypted: done.encrypted === 1,
    }
  const upload = findUpload(engine, bucket, key, id)
  if (!wanted) throw new S3Error('InvalidRequest', 'You must specify at least one part')
  if (wanted.length === 0) throw new S3Error('MalformedXML')
  const now = requireBucket(engine, bucket)
  requireCompletionConditions(context, upload.started, findVersion(engine, bucket.id, key))
  const there = partsOf(engine, id)
  const chosen = chooseParts(wanted, there, upload, engine.minPartSize)
  const size = chosen.reduce((sum, part) => sum + part.size, 0)
  const announced = header(context, 'x-amz-mp-object-size')
  if (announced !== undefined && announced !== String(size)) {
    throw new S3Error('InvalidRequest', "The object's size is not that of x-amz-mp-object-size.")
  }
  const checksum = objectChecksum(context, upload, chosen)
  const md5 = createHash('md5')
  for (const part of chosen) md5.update(part.etag, 'hex')
  const etag = `${md5.digest('hex')}-${chosen.length}`

  const content = db.insert(
    'INSERT INTO content (refs, size, blob, parts) VALUES (1, ?, NULL, ?)',
    size,
    chosen.length,
  )
  const numbers = JSON.stringify(chosen.map(part => part.number))
  db.run(
    `INSERT INTO segment (content, start, number, size, blob, data_key, checksum)
     SELECT ?1, sum(size) OVER (ORDER BY number) - size, number, size, blob, data_key, checksum FROM part
     WHERE upload = ?2 AND number IN (SELECT value FROM json_each(?3))`,
    content,
    id,
    numbers,
  )
  const used = new Set(chosen.map(part => part.number))
  const unused = there.flatMap(part => (part.blob !== null && !used.has(part.number) ? [part.blob] : []))
  if (unused.length > 0) effects.discard(unused)
  db.run('DELETE FROM part WHERE upload = ?', id)
  db.run('DELETE FROM upload WHERE id = ?', id)
  const written = putCurrent(
    engine,
    now,
    key,
    {
      ...{ how: 'CompleteMultipartUpload', content, size, etag, checksum },
      headers: upload.headers,
      tags: upload.tags,
      lock: upload.lock,
      acl: upload.acl,
    },
    effects,
    usageOfUpload(there),
  )
  const encrypted = isEncrypted(upload.headers)
  const versionId = now.versioning === 'Enabled' ? written.id : undefined
  db.run('DELETE FROM completed WHERE at < ?', Date.now() - REMEMBERED_MS)
  db.run(
    'INSERT INTO completed (upload, bucket, key, etag, checksum, at, version_id, encrypted) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    bucket.id,
    key,
    etag,
    checksum ? JSON.stringify(checksum) : null,
    Date.now(),
    versionId ?? null,
    Number(encrypted),
  )
  const expiration = expirationHeader(now, { key, size, modified: written.modified, tags: upload.tags })
  return { etag, checksum, versionId, encrypted, expiration }
}

/**
 * CompleteMultipartUpload: the parts' files become the object's segments; no byte is copied. A retry within a day gets
 * the same response.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
 * @throws S3Error NoSuchUpload, InvalidPart, InvalidPartOrder, EntityTooSmall, PreconditionFailed, …
 */
export const completeMultipartUpload = async (context: Context): Promise<void> => {
  const bucket = bucketOf(context)
  const wanted = parseParts(await readText(context, MOST_BYTES, false))
  const { etag, checksum, versionId, encrypted, expiration } = await change(
    context.engine,
    causeOf(context),
    effects => complete(context, bucket, wanted, effects),
  )
  const headers = {
    ...expiration,
    ...encryptionHeader(encrypted),
    ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
  }
  context.response.setHeaders(new Map(Object.entries(headers)))
  sendXml(
    context,
    200,
    document(
      'CompleteMultipartUploadResult',
      element('Location', `${context.bucketUrl}/${uriEncodePath(context.key)}`) +
        element('Bucket', bucket.name) +
        element('Key', context.key) +
        element('ETag', `"${etag}"`) +
        checksumXml(checksum),
    ),
  )
}
