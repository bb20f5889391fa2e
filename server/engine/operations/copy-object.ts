import { expirationHeader } from '../lifecycle/expiry.ts'
import { ENCRYPTION, encryptionHeader, isEncrypted } from '../protocol/encryption.ts'
import { S3Error } from '../protocol/errors.ts'
import { STORAGE_CLASS, storageClassHeader } from '../protocol/storage-class.ts'
import { document, element } from '../protocol/xml.ts'
import { checksumXml, isoTime, sendXml, versionHeaders } from '../request/answers.ts'
import { revalidateKey } from '../request/authorize.ts'
import { refuseBody } from '../request/body-headers.ts'
import { requireWriteConditions } from '../request/conditions.ts'
import { bucketOf, type Context, causeOf, header } from '../request/context.ts'
import { encrypts } from '../request/encryption.ts'
import { requestedLock, requestedTags } from '../request/lock-and-tags.ts'
import { objectHeaders, refuseUnsupported } from '../request/object-headers.ts'
import { newObjectAcl } from '../request/request-acl.ts'
import { requireBucket } from '../store/buckets.ts'
import { change, type Effects } from '../store/changes.ts'
import { addContent, shareContent } from '../store/contents.ts'
import { currentVersion } from '../store/find-version.ts'
import { openBody } from '../store/open-body.ts'
import { roomForRow } from '../store/room.ts'
import { freedByPut, putCurrent } from '../store/versions.ts'
import {
  authorizeSource,
  type Digests,
  findSource,
  type Source,
  sourceVersionHeaders,
  verifySource,
} from './copy-source.ts'
import { MOST_PER_PUT } from './put-object.ts'

/** Maximum number of times that a source is verified, if it is overwritten meanwhile. */
const MOST_TRIES = 5

/** `modified`: unix ms; `told`: response headers that describe source and copy. */
type Copied = { digests: Digests; modified: number; told: Record<string, string> }

/** @throws S3Error InvalidArgument */
const isReplaced = (context: Context, name: string, what: string): boolean => {
  const directive = header(context, name) ?? 'COPY'
  if (directive === 'COPY' || directive === 'REPLACE') return directive === 'REPLACE'
  throw new S3Error('InvalidArgument', `Unknown ${what} directive.`)
}

/**
 * CopyObject: the copy shares the source's bytes: it uses no space, but counts against the quota. An encrypted source
 * stays encrypted; the bytes are rewritten only if an unencrypted source must be encrypted.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 * @throws S3Error InvalidRequest for a copy onto itself that changes nothing, and above 5 GiB that must be rewritten
 */
export const copyObject = async (context: Context): Promise<void> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  refuseBody(context)
  refuseUnsupported(context)
  const acl = newObjectAcl(context, bucket)
  const replaced = isReplaced(context, 'x-amz-metadata-directive', 'metadata')
    ? objectHeaders(context)
    : undefined
  const tags = isReplaced(context, 'x-amz-tagging-directive', 'tagging') ? requestedTags(context) : undefined
  const lock = requestedLock(context)
  const storageClass = storageClassHeader(header(context, STORAGE_CLASS))
  const asked = encrypts(context, bucket)

  const put = (source: Source, digests: Digests, content: number, effects: Effects): Copied => {
    const now = requireBucket(engine, bucket)
    requireWriteConditions(context, () => currentVersion(engine, bucket.id, key))
    const { version } = source
    const encryption = encryptionHeader(asked || isEncrypted(version.headers))
    const { [STORAGE_CLASS]: _, [ENCRYPTION]: __, ...headers } = version.headers
    const next = {
      ...{ how: 'Copy' as const, content, size: version.size, acl, lock, ...digests },
      headers: { ...(replaced ?? { ...headers, ...storageClass }), ...encryption },
      tags: tags ?? version.tags,
    }
    const { id, modified } = putCurrent(engine, now, key, next, effects)
    const told = {
      ...sourceVersionHeaders(source),
      ...versionHeaders(now, id),
      ...expirationHeader(now, { key, size: version.size, modified, tags: next.tags }),
      ...encryption,
    }
    return { digests, modified, told }
  }
  const share = async (verified: Source): Promise<Copied | undefined> => {
    const digests = await verifySource(context, verified)
    using _room = roomForRow(engine)
    return await change(engine, causeOf(context), effects => {
      const source = findSource(context)
      const { content } = source.version
      if (content !== verified.version.content) return undefined
      // Verifying a large source takes long.
      revalidateKey(context)
      authorizeSource(context, source.bucket.name, source.key, source.named ? source.version.id : undefined)
      const attributes = [STORAGE_CLASS, ENCRYPTION].some(name => header(context, name) !== undefined)
      const encrypted = bucket.encryption !== null || (asked && !isEncrypted(source.version.headers))
      const changes = replaced || source.named || attributes || encrypted
      if (!changes && source.bucket.id === bucket.id && source.key === key) {
        throw new S3Error(
          'InvalidRequest',
          "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
        )
      }
      shareContent(engine, content)
      return put(source, digests, content, effects)
    })
  }
  const rewrite = async (source: Source): Promise<Copied> => {
    const { size, id } = source.version
    if (size > MOST_PER_PUT) {
      throw new S3Error(
        'InvalidRequest',
        `The specified copy source is larger than the maximum allowable size for a copy source: ${MOST_PER_PUT}`,
      )
    }
    const replaces = freedByPut(bucket, currentVersion(engine, bucket.id, key))
    const dataKey = engine.dataKeys.make()
    await using body = openBody(engine, bucket, { bytes: size, replaces, dataKey })
    const digests = await verifySource(context, source, body.write)
    const stored = await body.keep()
    return await body.commit(causeOf(context), effects => {
      revalidateKey(context)
      authorizeSource(context, source.bucket.name, source.key, source.named ? id : undefined)
      return put(source, digests, addContent(engine, size, stored), effects)
    })
  }

  let result: Copied | undefined
  for (let tries = 0; !result && tries < MOST_TRIES; tries += 1) {
    const source = findSource(context)
    const { size, headers } = source.version
    result = await (size > 0 && asked && !isEncrypted(headers) ? rewrite(source) : share(source))
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
