import { createHash } from 'node:crypto'
import { openDigest } from '../protocol/checksums.ts'
import { encryptionHeader, isEncrypted } from '../protocol/encryption.ts'
import { S3Error } from '../protocol/errors.ts'
import { document, element } from '../protocol/xml.ts'
import { checksumXml, isoTime, sendXml } from '../request/answers.ts'
import { revalidateKey } from '../request/authorize.ts'
import { refuseBody } from '../request/body-headers.ts'
import { bucketOf, type Context, causeOf, header } from '../request/context.ts'
import { openBody } from '../store/open-body.ts'
import { findUpload, putPart } from '../store/uploads.ts'
import { authorizeSource, findSource, readAll, sourceVersionHeaders } from './copy-source.ts'
import { readingOf } from './get-object.ts'
import { partAddress } from './multipart.ts'
import { MOST_PER_PUT } from './put-object.ts'

/** @throws S3Error InvalidArgument; InvalidRequest for a range that begins after the end */
const sourceRange = (context: Context, size: number): { from: number; to: number } => {
  const text = header(context, 'x-amz-copy-source-range')
  if (text === undefined) return { from: 0, to: size }
  const match = /^bytes=(\d+)-(\d+)$/.exec(text)
  const from = Number(match?.[1])
  const to = Number(match?.[2]) + 1
  if (match && from < to && to <= size) return { from, to }
  if (match && from < to && from >= size)
    throw new S3Error('InvalidRequest', 'The specified copy range is invalid for the source object size')
  const why =
    match && from < to
      ? `Range specified is not valid for source object of size: ${size}`
      : 'The x-amz-copy-source-range value must be of the form bytes=first-last.'
  throw new S3Error('InvalidArgument', why, {
    ArgumentName: 'x-amz-copy-source-range',
    ArgumentValue: text,
  })
}

/**
 * UploadPartCopy: a part from a stored object, or a range of it.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html
 */
export const uploadPartCopy = async (context: Context): Promise<void> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  const { number, uploadId } = partAddress(context)
  const upload = findUpload(engine, bucket, key, uploadId)
  refuseBody(context)
  const encrypted = isEncrypted(upload.headers)
  const found = findSource(context)
  const { bucket: source, key: sourceKey, version } = found
  const range = sourceRange(context, version.size)
  const size = range.to - range.from
  if (size > MOST_PER_PUT) throw new S3Error('EntityTooLarge')
  using _lease = engine.blobs.lease(version.content)
  const reading = readingOf(engine, { bucket: source.name, key: sourceKey }, version.content, range)
  const dataKey = encrypted ? engine.dataKeys.make() : undefined
  await using body = openBody(engine, bucket, { bytes: size, dataKey })
  const md5 = createHash('md5')
  const digest = upload.algorithm && openDigest(upload.algorithm)
  await readAll(engine, reading, bytes => {
    md5.update(bytes)
    digest?.update(bytes)
    return body.write([bytes])
  })
  const file = await body.place()
  const copied = { number, size, etag: md5.digest('hex'), checksum: digest?.base64() ?? null }
  const part = await body.commit(causeOf(context), ({ discard }) => {
    revalidateKey(context)
    authorizeSource(context, source.name, sourceKey, found.named ? version.id : undefined)
    findUpload(engine, bucket, key, uploadId)
    const { blob = null, dataKey = null } = file ?? {}
    const stored = { ...copied, blob, dataKey, modified: Date.now() }
    putPart(engine, bucket, uploadId, stored, discard)
    return stored
  })
  const checksum =
    upload.algorithm && part.checksum !== null
      ? checksumXml({ algorithm: upload.algorithm, value: part.checksum, type: upload.type ?? 'COMPOSITE' })
      : ''
  context.response.setHeaders(
    new Map(Object.entries({ ...sourceVersionHeaders(found), ...encryptionHeader(encrypted) })),
  )
  sendXml(
    context,
    200,
    document(
      'CopyPartResult',
      element('LastModified', isoTime(part.modified)) + element('ETag', `"${part.etag}"`) + checksum,
    ),
  )
}
