import { expirationHeader } from '../lifecycle/header.ts'
import { encryptionHeader } from '../protocol/encryption.ts'
import { checksumHeaders, newVersionHeaders, sendEmpty } from '../request/answers.ts'
import { defaultChecksum, type Received, readBody } from '../request/body.ts'
import { announcedLength } from '../request/body-headers.ts'
import { requireWriteConditions } from '../request/conditions.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { encrypts, refuseEncryption } from '../request/encryption.ts'
import { objectHeaders, refuseUnsupported } from '../request/object-headers.ts'
import { newObjectAcl } from '../request/request-acl.ts'
import { requestedLock } from '../request/requested-lock.ts'
import { requestedTags } from '../request/requested-tags.ts'
import { requireBucket } from '../store/buckets.ts'
import { storeBody } from '../store/changes.ts'
import { addContent } from '../store/contents.ts'
import type { Creation } from '../store/events.ts'
import type { Incoming } from '../store/incoming.ts'
import { currentVersion, freedByPut, putCurrent } from '../store/versions.ts'

/** The largest body of one PUT, in bytes: S3's 5 GiB. */
export const MOST_PER_PUT = 5 * 1024 ** 3

/** `told`: headers of the response about the new version. */
export type StoredObject = Received & { told: Record<string, string> }

/**
 * Stores what `receive` writes as the object that the request names. `bytes`: the body's length, as announced.
 * @throws S3Error QuotaExceeded, PreconditionFailed, …, and what `receive` throws; then nothing is stored
 */
export const storeObject = async (
  context: Context,
  how: Creation,
  bytes: number,
  receive: (write: Incoming['write']) => Promise<Received>,
): Promise<StoredObject> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  refuseUnsupported(context)
  refuseEncryption(context, true)
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
  return storeBody(
    engine,
    causeOf(context),
    bucket,
    { bytes, replaces: freedByPut(bucket, current), dataKey },
    receive,
    (body, stored, effects) => {
      const now = requireBucket(engine, bucket)
      requireWriteConditions(context, () => currentVersion(engine, bucket.id, key))
      const content = addContent(engine, body.size, stored)
      const { size, md5: etag, checksum } = body
      const { id, modified } = putCurrent(
        engine,
        now,
        key,
        { how, content, size, etag, checksum, ...asked },
        effects,
      )
      const expiration = expirationHeader(now, { key, size, modified, tags: asked.tags })
      return { ...body, told: { ...newVersionHeaders(now, id), ...expiration, ...encryption } }
    },
  )
}

/**
 * PutObject. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 * @throws S3Error MissingContentLength, EntityTooLarge, BadDigest, …; as `storeObject`
 */
export const putObject = async (context: Context): Promise<void> => {
  const bytes = announcedLength(context)
  const { md5, checksum, told } = await storeObject(context, 'Put', bytes, write =>
    readBody(context, { most: MOST_PER_PUT, compute: defaultChecksum(bytes) }, write),
  )
  sendEmpty(context, 200, { etag: `"${md5}"`, ...checksumHeaders(checksum), ...told })
}
