import { randomBytes } from 'node:crypto'
import { parseAcl } from '../access/acl.ts'
import {
  type ChecksumAlgorithm,
  type ChecksumType,
  checksumElement,
  defaultType,
  requireAlgorithm,
} from '../protocol/checksums.ts'
import { encryptionHeader, isEncrypted } from '../protocol/encryption.ts'
import { S3Error } from '../protocol/errors.ts'
import { storageClassOf } from '../protocol/storage-class.ts'
import { document, element } from '../protocol/xml.ts'
import { checksumHeaders, isoTime, sendEmpty, sendXml, userXml } from '../request/answers.ts'
import { readBody } from '../request/body.ts'
import { announcedLength, bringsInvitedChecksum, expectedChecksum } from '../request/body-headers.ts'
import { bucketOf, type Context, causeOf, header, integer } from '../request/context.ts'
import { encrypts } from '../request/encryption.ts'
import { arnOf } from '../request/facts.ts'
import { requestedLock, requestedTags } from '../request/lock-and-tags.ts'
import { objectHeaders, refuseUnsupported } from '../request/object-headers.ts'
import { newObjectAcl } from '../request/request-acl.ts'
import { type BucketRow, requireBucket } from '../store/buckets.ts'
import { change } from '../store/changes.ts'
import { page, scanUploads } from '../store/listing.ts'
import { openBody } from '../store/open-body.ts'
import { roomForRow } from '../store/room.ts'
import { addUploadUsage, dropUpload, findUpload, partsOf, putPart, type Upload } from '../store/uploads.ts'
import { keyWriter, MOST_PER_PAGE } from './list-objects.ts'
import { MOST_PER_PUT } from './put-object.ts'

export const MOST_PARTS = 10_000

/** @throws S3Error InvalidArgument, NoSuchUpload for an empty id */
export const uploadIdOf = (context: Context): string => {
  const id = context.query.get('uploadId')
  if (!id) throw new S3Error('NoSuchUpload')
  return id
}

/** The part that a request names. @throws S3Error InvalidArgument */
export const partAddress = (context: Context): { number: number; uploadId: string } => ({
  uploadId: uploadIdOf(context),
  number: integer(context, 'partNumber', { least: 1, most: MOST_PARTS }),
})

const checksumChoice = (
  context: Context,
): { algorithm: ChecksumAlgorithm; type: ChecksumType } | undefined => {
  const name = header(context, 'x-amz-checksum-algorithm')
  const type = header(context, 'x-amz-checksum-type')?.toUpperCase()
  if (name === undefined) {
    if (type !== undefined)
      throw new S3Error('InvalidRequest', 'x-amz-checksum-type needs x-amz-checksum-algorithm.')
    return undefined
  }
  const algorithm = requireAlgorithm(name)
  const chosen = type ?? defaultType(algorithm)
  const isSha = algorithm === 'sha1' || algorithm === 'sha256'
  if (
    (chosen !== 'FULL_OBJECT' && chosen !== 'COMPOSITE') ||
    (chosen === 'FULL_OBJECT' && isSha) ||
    (chosen === 'COMPOSITE' && algorithm === 'crc64nvme')
  ) {
    throw new S3Error('InvalidRequest', `The ${chosen} checksum type cannot be used with ${algorithm}.`)
  }
  return { algorithm, type: chosen }
}

/** Its start (unix ms), then random bytes. */
const isUploadId = (id: string): boolean => /^[0-9a-f]{44}$/.test(id)

/** CreateMultipartUpload. Upload ids sort by start time. */
export const createMultipartUpload = async (context: Context): Promise<void> => {
  const { engine, key, principal } = context
  const bucket = bucketOf(context)
  refuseUnsupported(context)
  const encryption = encryptionHeader(encrypts(context, bucket))
  const headers = { ...objectHeaders(context), ...encryption }
  const acl = newObjectAcl(context, bucket)
  const tags = requestedTags(context)
  const lock = requestedLock(context)
  const checksum = checksumChoice(context)
  const started = engine.now()
  const id = started.toString(16).padStart(12, '0') + randomBytes(16).toString('hex')
  using _room = roomForRow(engine)
  await change(engine, causeOf(context), () => {
    requireBucket(engine, bucket)
    addUploadUsage(engine, bucket)
    engine.db.run(
      `INSERT INTO upload (id, bucket, key, started, headers, acl, initiator, tags, lock, checksum_algorithm, checksum_type)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      bucket.id,
      key,
      started,
      JSON.stringify(headers),
      acl,
      principal && (principal.subUser === null ? principal.uid : arnOf(principal)),
      JSON.stringify(tags),
      lock ? JSON.stringify(lock) : null,
      checksum?.algorithm ?? null,
      checksum?.type ?? null,
    )
  })
  context.response.setHeaders(new Map(Object.entries(encryption)))
  if (checksum) {
    context.response.setHeader('x-amz-checksum-algorithm', checksum.algorithm.toUpperCase())
    context.response.setHeader('x-amz-checksum-type', checksum.type)
  }
  sendXml(
    context,
    200,
    document(
      'InitiateMultipartUploadResult',
      element('Bucket', bucket.name) + element('Key', key) + element('UploadId', id),
    ),
  )
}

/**
 * A part's checksum must use the upload's algorithm; a composite checksum requires one for each part.
 * @throws S3Error InvalidRequest
 */
const requireUploadChecksum = (context: Context, { algorithm, type }: Upload): void => {
  const sent = expectedChecksum(context)?.algorithm
  if (!algorithm || sent === algorithm || (sent === undefined && type === 'FULL_OBJECT')) return
  throw new S3Error(
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${algorithm}, actual checksum Type: ${sent ?? 'null'}`,
  )
}

/**
 * UploadPart. The ETag of a part with an invited checksum is random: MD5 would be most of the work.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html
 * @throws S3Error NoSuchUpload, EntityTooLarge, QuotaExceeded, BadDigest, …; then nothing is stored
 */
export const uploadPart = async (context: Context): Promise<void> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  const { number, uploadId } = partAddress(context)
  const upload = findUpload(engine, bucket, key, uploadId)
  refuseUnsupported(context)
  requireUploadChecksum(context, upload)
  const bytes = announcedLength(context)
  const encrypted = isEncrypted(upload.headers)
  const dataKey = encrypted ? engine.dataKeys.make() : undefined
  await using body = openBody(engine, bucket, { bytes, dataKey })
  const options = { most: MOST_PER_PUT, compute: upload.algorithm, md5: !bringsInvitedChecksum(context) }
  const received = await readBody(context, options, body.write)
  const etag = received.md5 || randomBytes(16).toString('hex')
  const file = await body.place()
  await body.commit(causeOf(context), ({ discard }) => {
    findUpload(engine, bucket, key, uploadId)
    const { blob = null, dataKey = null } = file ?? {}
    const checksum = upload.algorithm ? (received.checksum?.value ?? null) : null
    const { size } = received
    putPart(
      engine,
      bucket,
      uploadId,
      { number, blob, dataKey, size, etag, modified: Date.now(), checksum },
      discard,
    )
  })
  const { 'x-amz-checksum-type': _, ...checksum } = checksumHeaders(received.checksum)
  sendEmpty(context, 200, { etag: `"${etag}"`, ...checksum, ...encryptionHeader(encrypted) })
}

/** AbortMultipartUpload. @throws S3Error NoSuchUpload */
export const abortMultipartUpload = async (context: Context): Promise<void> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  const id = uploadIdOf(context)
  await change(engine, causeOf(context), ({ discard }) => {
    findUpload(engine, bucket, key, id)
    dropUpload(engine, bucket, id, discard)
  })
  sendEmpty(context, 204)
}

/** The initiator of an upload, and the owner of its object. A sub-user is shown as S3 shows an IAM user. */
const ownerXml = (
  context: Context,
  { acl, initiator }: Pick<Upload, 'acl' | 'initiator'>,
  bucket: BucketRow,
): string => {
  const { owner } = parseAcl(acl, bucket.uid)
  const [, subUser] = /^arn:.*:user\/(.+)$/.exec(initiator ?? '') ?? []
  const by =
    subUser === undefined
      ? userXml('Initiator', context, initiator ?? owner)
      : `<Initiator>${element('ID', initiator ?? '')}${element('DisplayName', subUser)}</Initiator>`
  return by + userXml('Owner', context, owner)
}

/** ListParts. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
export const listParts = (context: Context): void => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  const write = keyWriter(context)
  const upload = findUpload(engine, bucket, key, uploadIdOf(context))
  const marker = integer(context, 'part-number-marker', { least: 0, most: 2 ** 31 - 1, otherwise: 0 })
  const most = integer(context, 'max-parts', { least: 0, most: 2 ** 31 - 1, otherwise: MOST_PER_PAGE })
  const limit = Math.min(most, MOST_PER_PAGE)
  const found = partsOf(engine, upload.id, marker, limit + 1)
  const parts = found.slice(0, limit)
  const inner = [
    element('Bucket', bucket.name),
    element('Key', write(key)),
    element('UploadId', upload.id),
    ownerXml(context, upload, bucket),
    element('StorageClass', storageClassOf(upload.headers)),
    element('PartNumberMarker', marker),
    element('NextPartNumberMarker', parts.at(-1)?.number ?? 0),
    element('MaxParts', limit),
    element('EncodingType', context.query.get('encoding-type')),
    element('IsTruncated', limit > 0 && found.length > limit),
    element('ChecksumAlgorithm', upload.algorithm?.toUpperCase()),
    element('ChecksumType', upload.type),
    ...parts.map(part => {
      const checksum =
        upload.algorithm && part.checksum !== null
          ? element(checksumElement(upload.algorithm), part.checksum)
          : ''
      return `<Part>${element('PartNumber', part.number)}${element('LastModified', isoTime(part.modified))}${element(
        'ETag',
        `"${part.etag}"`,
      )}${element('Size', part.size)}${checksum}</Part>`
    }),
  ].join('')
  sendXml(context, 200, document('ListPartsResult', inner))
}

/**
 * A marker may name an upload that has ended since the last page.
 * @throws S3Error InvalidArgument for a malformed id, and for an upload of another key
 */
const requireMarker = ({ engine }: Context, bucket: BucketRow, key: string, id: string): void => {
  const found = engine.db.get<{ key: string }>(
    'SELECT key FROM upload WHERE id = ? AND bucket = ?',
    id,
    bucket.id,
  )
  if (isUploadId(id) && (found === undefined || found.key === key)) return
  throw new S3Error('InvalidArgument', 'Invalid uploadId marker', {
    ArgumentName: 'upload-id-marker',
    ArgumentValue: id,
  })
}

/** ListMultipartUploads, by key, then by start. @throws S3Error InvalidArgument */
export const listMultipartUploads = (context: Context): void => {
  const { engine, query } = context
  const bucket = bucketOf(context)
  const write = keyWriter(context)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const keyMarker = query.get('key-marker') ?? ''
  const idMarker = keyMarker === '' ? '' : (query.get('upload-id-marker') ?? '')
  if (idMarker !== '') requireMarker(context, bucket, keyMarker, idMarker)
  const most = integer(context, 'max-uploads', { least: 1, most: 2 ** 31 - 1, otherwise: MOST_PER_PAGE })
  const limit = Math.min(most, MOST_PER_PAGE)
  const { entries, more } = page(scanUploads(engine.db, bucket.id), {
    prefix,
    delimiter,
    after: keyMarker,
    afterId: idMarker === '' ? undefined : idMarker,
    limit,
  })
  // As in S3, a common prefix is a marker only if more follows.
  const last = more ? entries.at(-1) : entries.findLast(entry => 'row' in entry)
  const next = last && 'row' in last ? last.row : { key: last?.prefix ?? '', id: '' }
  const inner = [
    element('Bucket', bucket.name),
    element('KeyMarker', write(keyMarker)),
    element('UploadIdMarker', idMarker),
    element('NextKeyMarker', write(next.key)),
    element('NextUploadIdMarker', next.id),
    element('Prefix', query.has('prefix') ? write(prefix) : undefined),
    element('Delimiter', delimiter === '' ? undefined : write(delimiter)),
    element('MaxUploads', limit),
    element('EncodingType', query.get('encoding-type')),
    element('IsTruncated', more),
    ...entries.map(entry => {
      if ('prefix' in entry)
        return `<CommonPrefixes>${element('Prefix', write(entry.prefix))}</CommonPrefixes>`
      const { row } = entry
      return `<Upload>${element('Key', write(row.key))}${element('UploadId', row.id)}${ownerXml(context, row, bucket)}${element('StorageClass', row.storage_class ?? 'STANDARD')}${element('Initiated', isoTime(row.started))}${element(
        'ChecksumAlgorithm',
        row.checksum_algorithm?.toUpperCase(),
      )}${element('ChecksumType', row.checksum_type ?? undefined)}</Upload>`
    }),
  ].join('')
  sendXml(context, 200, document('ListMultipartUploadsResult', inner))
}
