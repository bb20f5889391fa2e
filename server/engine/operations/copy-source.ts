import { createHash } from 'node:crypto'
import { type ChecksumAlgorithm, openDigest, requireAlgorithm } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import { ofVersion } from '../request/actions.ts'
import { authorize } from '../request/authorize.ts'
import { requireCopyConditions } from '../request/conditions.ts'
import { type Context, type Engine, header } from '../request/context.ts'
import { uriDecode } from '../signature/uri.ts'
import { type BucketRow, findBucket } from '../store/buckets.ts'
import { requireVersion, type Version } from '../store/find-version.ts'
import type { Incoming } from '../store/incoming.ts'
import { type Reading, readBlobs, requireFiles } from '../store/read-blobs.ts'
import { readingOf } from './get-object.ts'

/** `named`: the request names the version. */
export type Source = { bucket: BucketRow; key: string; version: Version; named: boolean }

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

/** @throws S3Error NoSuchBucket, AccessDenied if the sender may not read the source */
export const authorizeSource = (
  context: Context,
  name: string,
  key: string,
  versionId?: string,
): BucketRow => {
  const bucket = findBucket(context.engine, name)
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name })
  authorize(context, ofVersion('s3:GetObject', versionId), { bucket, key, versionId })
  return bucket
}

/**
 * The object that `x-amz-copy-source` names: `bucket/key[?versionId=…]`, percent-encoded, with a plus for a space.
 * @throws S3Error InvalidArgument, NoSuchBucket, NoSuchKey, AccessDenied, PreconditionFailed
 */
export const findSource = (context: Context): Source => {
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

/** As in S3, the null version is reported only if the request names it. */
export const sourceVersionHeaders = ({ version, named }: Source): Record<string, string> =>
  named || version.id !== 'null' ? { 'x-amz-copy-source-version-id': version.id } : {}

/**
 * Sources up to this many bytes are verified completely; of a larger one only the first block is, unless the client
 * asks for another checksum.
 */
const MOST_VERIFIED = 64 * 1024 * 1024
/** Passes the bytes to `take` with back pressure. @throws DamagedBlob */
export const readAll = async (
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

/** The copy's algorithm: the requested one, or the source's. @throws S3Error InvalidRequest, NotImplemented */
const copyAlgorithm = (context: Context, { version }: Source): ChecksumAlgorithm | undefined => {
  const name = header(context, 'x-amz-checksum-algorithm')
  return name === undefined ? version.checksum?.algorithm : requireAlgorithm(name)
}

export type Digests = Pick<Version, 'etag' | 'checksum'>

/**
 * Verifies the source, and returns the copy's ETag and checksum: those of a single body if all of it is read, otherwise
 * the source's. `write` receives all bytes.
 * @throws DamagedBlob if a file of the source is missing or has another length, or a verified block is damaged
 */
export const verifySource = async (
  context: Context,
  source: Source,
  write?: Incoming['write'],
): Promise<Digests> => {
  const { engine } = context
  const { content, size, etag, checksum } = source.version
  const algorithm = copyAlgorithm(context, source)
  using _lease = engine.blobs.lease(content)
  const whole = readingOf(engine, { bucket: source.bucket.name, key: source.key }, content, {
    from: 0,
    to: size,
  })
  await requireFiles(engine, whole)
  const read = write !== undefined || size <= MOST_VERIFIED || algorithm !== checksum?.algorithm
  const md5 = read && etag.includes('-') ? createHash('md5') : undefined
  const kept = algorithm === checksum?.algorithm && checksum?.type !== 'COMPOSITE'
  const digest = read && algorithm && !kept ? openDigest(algorithm) : undefined
  if (size > 0) {
    await readAll(engine, { ...whole, to: read ? size : 1 }, bytes => {
      md5?.update(bytes)
      digest?.update(bytes)
      return write?.([bytes])
    })
  }
  return {
    etag: md5?.digest('hex') ?? etag,
    checksum: algorithm && digest ? { algorithm, value: digest.base64(), type: 'FULL_OBJECT' } : checksum,
  }
}
