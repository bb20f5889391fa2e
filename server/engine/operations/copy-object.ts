import { createHash } from 'node:crypto'
import { expirationHeader } from '../lifecycle/header.ts'
import { type ChecksumAlgorithm, checksumAlgorithm, openDigest } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import { STORAGE_CLASS, storageClassHeader } from '../protocol/storage-class.ts'
import { document, element } from '../protocol/xml.ts'
import { ofVersion } from '../request/actions.ts'
import { checksumXml, isoTime, newVersionHeaders, sendXml } from '../request/answers.ts'
import { authorize, revalidateKey } from '../request/authorize.ts'
import { requireCopyConditions, requireWriteConditions } from '../request/conditions.ts'
import { bucketOf, type Context, causeOf, type Engine, header } from '../request/context.ts'
import { objectHeaders, refuseUnsupported } from '../request/object-headers.ts'
import { newObjectAcl } from '../request/request-acl.ts'
import { requestedLock } from '../request/requested-lock.ts'
import { requestedTags } from '../request/requested-tags.ts'
import { uriDecode } from '../signature/uri.ts'
import { type BucketRow, findBucket, requireBucket } from '../store/buckets.ts'
import { change, type Effects, storeBlob } from '../store/changes.ts'
import { shareContent } from '../store/contents.ts'
import { type Reading, readBlobs, requireFiles } from '../store/read-blobs.ts'
import { requireVersion } from '../store/required-version.ts'
import { withRow } from '../store/room.ts'
import { findUpload, putPart } from '../store/uploads.ts'
import { currentVersion, putCurrent, type Version } from '../store/versions.ts'
import { readingOf } from './get-object.ts'
import { partAddress } from './multipart.ts'
import { MOST_PER_PUT } from './put-object.ts'

/** `named`: the request names the version. */
type Source = { bucket: BucketRow; key: string; version: Version; named: boolean }

const sourceVersion = (context: Context, bucket: BucketRow, key: string, id: string | undefined): Version => {
  try {
    return requireVersion(context.engine, bucket, key, id)
  } catch (error) {
    if (!(error instanceof S3Error) || error.code !== 'MethodNotAllowed') throw error
    throw new S3Error(
      'InvalidRequest',
      'The source of a copy request may not specifically refer to a delete marker by version id.',
    )
  }
}

/** @throws S3Error NoSuchBucket, AccessDenied where the sender may not read the source */
const authorizeSource = (context: Context, name: string, key: string, versionId?: string): BucketRow => {
  const bucket = findBucket(context.engine, name)
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name })
  authorize(context, ofVersion('s3:GetObject', versionId), { bucket, key, versionId })
  return bucket
}

/**
 * The object that `x-amz-copy-source` names: `bucket/key[?versionId=…]`, percent-encoded, with a plus for a space.
 * @throws S3Error InvalidArgument, NoSuchBucket, NoSuchKey, AccessDenied, PreconditionFailed
 */
const findSource = (context: Context): Source => {
  const text = Buffer.from(header(context, 'x-amz-copy-source') ?? '', 'latin1').toString('utf8')
  const [path = '', versionQuery] = text.split('?versionId=')
  const decoded = uriDecode(path.replaceAll('+', ' ')).replace(/^\//, '')
  const at = decoded.indexOf('/')
  if (at < 1 || at === decoded.length - 1) {
    throw new S3Error(
      'InvalidArgument',
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    )
  }
  const key = decoded.slice(at + 1)
  const bucket = authorizeSource(context, decoded.slice(0, at), key, versionQuery)
  const expected = header(context, 'x-amz-source-expected-bucket-owner')
  if (expected !== undefined && expected !== bucket.uid) throw new S3Error('AccessDenied')
  const version = sourceVersion(context, bucket, key, versionQuery)
  requireCopyConditions(context, version)
  return { bucket, key, version, named: versionQuery !== undefined }
}

const sourceVersionHeaders = ({ bucket, version }: Source): Record<string, string> =>
  bucket.versioning === null ? {} : { 'x-amz-copy-source-version-id': version.id }

/**
 * The largest source, in bytes, of which a copy reads and verifies every block; of a larger one it verifies the first,
 * unless the client asks for another checksum.
 */
const MOST_VERIFIED = 64 * 1024 * 1024
/** How often a source is verified at most, where it is overwritten meanwhile. */
const MOST_TRIES = 5

const readAll = async (
  engine: Engine,
  reading: Reading,
  take: (bytes: Buffer) => Promise<void> | undefined,
): Promise<void> => {
  const { first, rest } = await readBlobs(engine, reading)
  try {
    await take(first)
    for await (const bytes of rest) await take(bytes)
  } finally {
    await rest.return(undefined)
  }
}

/** The copy's algorithm: the one that the client asks for, or the source's. @throws S3Error InvalidRequest */
const copyAlgorithm = (context: Context, { version }: Source): ChecksumAlgorithm | undefined => {
  const name = header(context, 'x-amz-checksum-algorithm')
  if (name === undefined) return version.checksum?.algorithm
  const algorithm = checksumAlgorithm(name)
  if (!algorithm) throw new S3Error('InvalidRequest', 'Checksum algorithm provided is unsupported.')
  return algorithm
}

/**
 * Verifies the source, and returns the copy's ETag and checksum: those of one body where all of it is read, otherwise the
 * source's.
 * @throws DamagedBlob where a file of the source is missing or of another length, or a verified block is damaged
 */
const verifySource = async (
  context: Context,
  source: Source,
): Promise<Pick<Version, 'etag' | 'checksum'>> => {
  const { engine } = context
  const { content, size, etag, checksum } = source.version
  const algorithm = copyAlgorithm(context, source)
  const release = engine.blobs.lease(content)
  try {
    const whole = readingOf(engine, { bucket: source.bucket.name, key: source.key }, content, {
      from: 0,
      to: size,
    })
    await requireFiles(engine, whole)
    const read = size <= MOST_VERIFIED || algorithm !== checksum?.algorithm
    const md5 = read && etag.includes('-') ? createHash('md5') : undefined
    const kept = algorithm === checksum?.algorithm && checksum?.type !== 'COMPOSITE'
    const digest = read && algorithm && !kept ? openDigest(algorithm) : undefined
    if (size > 0) {
      await readAll(engine, { ...whole, to: read ? size : 1 }, bytes => {
        md5?.update(bytes)
        digest?.update(bytes)
        return undefined
      })
    }
    return {
      etag: md5?.digest('hex') ?? etag,
      checksum: algorithm && digest ? { algorithm, value: digest.base64(), type: 'FULL_OBJECT' } : checksum,
    }
  } finally {
    release()
  }
}

/**
 * CopyObject: the copy shares the source's bytes, so it takes no space, but counts for the quota.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 * @throws S3Error InvalidRequest for a copy onto itself that changes nothing
 */
export const copyObject = async (context: Context): Promise<void> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  refuseUnsupported(context)
  const acl = newObjectAcl(context, bucket)
  const directive = header(context, 'x-amz-metadata-directive') ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'Unknown metadata directive.')
  }
  const replaced = directive === 'REPLACE' ? objectHeaders(context) : undefined
  const tagging = header(context, 'x-amz-tagging-directive') ?? 'COPY'
  if (tagging !== 'COPY' && tagging !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'Unknown tagging directive.')
  }
  const tags = tagging === 'REPLACE' ? requestedTags(context) : undefined
  const lock = requestedLock(context)
  const storageClass = storageClassHeader(header(context, STORAGE_CLASS))
  const share = (verified: Source, digests: Pick<Version, 'etag' | 'checksum'>, effects: Effects) => {
    const source = findSource(context)
    if (source.version.content !== verified.version.content) return undefined
    const changes = replaced || source.named || header(context, STORAGE_CLASS) !== undefined
    if (!changes && source.bucket.id === bucket.id && source.key === key) {
      throw new S3Error(
        'InvalidRequest',
        'This copy request is illegal because it is trying to copy an object to itself without changing the object’s metadata, storage class, website redirect location or encryption attributes.',
      )
    }
    const now = requireBucket(engine, bucket)
    requireWriteConditions(context, () => currentVersion(engine, bucket.id, key))
    const { version } = source
    shareContent(engine, version.content)
    const { content, size } = version
    const { [STORAGE_CLASS]: _, ...headers } = version.headers
    const next = {
      ...{ how: 'Copy' as const, content, size, acl, lock, ...digests },
      headers: replaced ?? { ...headers, ...storageClass },
      tags: tags ?? version.tags,
    }
    const written = putCurrent(engine, now, key, next, effects)
    const { modified } = written
    const told = {
      ...sourceVersionHeaders(source),
      ...newVersionHeaders(now, written.id),
      ...expirationHeader(now, { key, size, modified, tags: next.tags }),
    }
    return { digests, modified, told }
  }
  let result: ReturnType<typeof share>
  for (let tries = 0; !result && tries < MOST_TRIES; tries += 1) {
    const source = findSource(context)
    const digests = await verifySource(context, source)
    result = await withRow(engine, () =>
      change(engine, causeOf(context), effects => share(source, digests, effects)),
    )
  }
  if (!result) throw new S3Error('ServiceUnavailable')
  const { digests, modified, told } = result
  context.response.setHeaders(new Map(Object.entries(told)))
  sendXml(
    context,
    200,
    document(
      'CopyObjectResult',
      element('LastModified', isoTime(modified)) +
        element('ETag', `"${digests.etag}"`) +
        checksumXml(digests.checksum),
    ),
  )
}

const sourceRange = (context: Context, size: number): { from: number; to: number } => {
  const text = header(context, 'x-amz-copy-source-range')
  if (text === undefined) return { from: 0, to: size }
  const match = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(text)
  const from = Number(match?.[1])
  const to = Number(match?.[2]) + 1
  if (match && from < to) {
    if (to <= size) return { from, to }
    throw new S3Error('InvalidRange', undefined, { RangeRequested: text, ActualObjectSize: String(size) })
  }
  throw new S3Error(
    'InvalidArgument',
    'The x-amz-copy-source-range value must be of the form bytes=first-last.',
    {
      ArgumentName: 'x-amz-copy-source-range',
      ArgumentValue: text,
    },
  )
}

/** UploadPartCopy: a part from a stored object, or a range of it. */
export const uploadPartCopy = async (context: Context): Promise<void> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  const { number, uploadId } = partAddress(context)
  const upload = findUpload(engine, bucket, key, uploadId)
  const found = findSource(context)
  const { bucket: source, key: sourceKey, version } = found
  const range = sourceRange(context, version.size)
  const size = range.to - range.from
  if (size > MOST_PER_PUT) throw new S3Error('EntityTooLarge')
  const release = engine.blobs.lease(version.content)
  try {
    const reading = readingOf(engine, { bucket: source.name, key: sourceKey }, version.content, range)
    const part = await storeBlob(
      engine,
      causeOf(context),
      bucket,
      { bytes: size },
      async write => {
        const md5 = createHash('md5')
        const digest = upload.algorithm && openDigest(upload.algorithm)
        await readAll(engine, reading, bytes => {
          md5.update(bytes)
          digest?.update(bytes)
          return write([bytes])
        })
        return { size, etag: md5.digest('hex'), checksum: digest?.base64() ?? null }
      },
      (copied, blob, { discard }) => {
        revalidateKey(context)
        authorizeSource(context, source.name, sourceKey, found.named ? version.id : undefined)
        findUpload(engine, bucket, key, uploadId)
        const stored = { ...copied, number, blob, modified: Date.now() }
        putPart(engine, bucket, uploadId, stored, discard)
        return stored
      },
    )
    const checksum =
      upload.algorithm && part.checksum !== null
        ? checksumXml({ algorithm: upload.algorithm, value: part.checksum, type: upload.type ?? 'COMPOSITE' })
        : ''
    context.response.setHeaders(new Map(Object.entries(sourceVersionHeaders(found))))
    sendXml(
      context,
      200,
      document(
        'CopyPartResult',
        element('LastModified', isoTime(part.modified)) + element('ETag', `"${part.etag}"`) + checksum,
      ),
    )
  } finally {
    release()
  }
}
