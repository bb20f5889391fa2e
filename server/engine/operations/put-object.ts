import { expirationHeader } from '../lifecycle/expiry.ts'
import { encryptionHeader } from '../protocol/encryption.ts'
import { checksumHeaders, newVersionHeaders, sendEmpty } from '../request/answers.ts'
import { defaultChecksum, type Received, readBody } from '../request/body.ts'
import { announcedLength } from '../request/body-headers.ts'
import { requireWriteConditions } from '../request/conditions.ts'
import { type Asked, bucketOf, type Context, causeOf, type WithBody } from '../request/context.ts'
import { encrypts } from '../request/encryption.ts'
import { requestedLock, requestedTags } from '../request/lock-and-tags.ts'
import { objectHeaders, refuseUnsupported } from '../request/object-headers.ts'
import { newObjectAcl } from '../request/request-acl.ts'
import { requireBucket } from '../store/buckets.ts'
import { addContent } from '../store/contents.ts'
import type { Creation } from '../store/events.ts'
import { currentVersion } from '../store/find-version.ts'
import { type OpenBody, openBody } from '../store/open-body.ts'
import { freedByPut, putCurrent } from '../store/versions.ts'

/** The largest body of one PUT, in bytes: S3's 5 GiB. */
export const MOST_PER_PUT = 5 * 1024 ** 3

/**
 * Reads the attributes of the object that a request makes, and checks its conditions. `body`: how to store its bytes.
 * @throws S3Error PreconditionFailed, InvalidArgument, …
 */
export const readNewObject = (context: Asked) => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  refuseUnsupported(context)
  const encrypted = encrypts(context, bucket)
  const encryption = encryptionHeader(encrypted)
  const asked = {
    headers: { ...objectHeaders(context), ...encryption },
    acl: newObjectAcl(context, bucket),
    tags: requestedTags(context),
    lock: requestedLock(context),
  }
  const current = currentVersion(engine, bucket.id, key)
  requireWriteConditions(context, () => current)
  const dataKey = encrypted ? engine.dataKeys.make() : undefined
  return { asked, encryption, body: { replaces: freedByPut(bucket, current), dataKey } }
}

/**
 * Makes a received body durable, then commits it as the object, if its conditions still hold. Returns headers about its version.
 * @throws S3Error PreconditionFailed, QuotaExceeded, …
 */
export const commitObject = async (
  context: WithBody,
  how: Creation,
  { asked, encryption }: ReturnType<typeof readNewObject>,
  { size, md5: etag, checksum }: Received,
  body: OpenBody,
): Promise<Record<string, string>> => {
  const { engine, key } = context
  const stored = await body.keep()
  return body.commit(causeOf(context), effects => {
    const bucket = requireBucket(engine, bucketOf(context))
    requireWriteConditions(context, () => currentVersion(engine, bucket.id, key))
    const content = addContent(engine, size, stored)
    const next = { how, content, size, etag, checksum, ...asked }
    const { id, modified } = putCurrent(engine, bucket, key, next, effects)
    const expiration = expirationHeader(bucket, { key, size, modified, tags: asked.tags })
    return { ...newVersionHeaders(bucket, id), ...expiration, ...encryption }
  })
}

/**
 * Stores the body of an authorized request as the object, and returns its headers.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 * @throws S3Error MissingContentLength, EntityTooLarge, BadDigest, PreconditionFailed, QuotaExceeded, …; then nothing is stored
 */
export const storeObject = async (context: WithBody): Promise<Record<string, string> & { etag: string }> => {
  const bytes = announcedLength(context)
  const object = readNewObject(context)
  await using body = openBody(context.engine, bucketOf(context), { bytes, ...object.body })
  const options = { most: MOST_PER_PUT, compute: defaultChecksum(bytes) }
  const received = await readBody(context, options, body.write)
  const told = await commitObject(context, 'Put', object, received, body)
  return { etag: `"${received.md5}"`, ...checksumHeaders(received.checksum), ...told }
}

/** PutObject. @throws S3Error as `storeObject` */
export const putObject = async (context: Context): Promise<void> =>
  sendEmpty(context, 200, await storeObject(context))
