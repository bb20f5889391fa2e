import { checksumHeaders, sendEmpty } from '../request/answers.ts'
import { readBody } from '../request/body.ts'
import { announcedLength } from '../request/body-headers.ts'
import { requireWriteConditions } from '../request/conditions.ts'
import { bucketOf, type Context } from '../request/context.ts'
import { objectHeaders, refuseUnsupported } from '../request/object-headers.ts'
import { requireBucket } from '../store/buckets.ts'
import { storeBody } from '../store/changes.ts'
import { addContent, currentVersion, putCurrent } from '../store/versions.ts'

/** The largest body of one PUT, in bytes: S3's 5 GiB. */
export const MOST_PER_PUT = 5 * 1024 ** 3

/**
 * PutObject. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 * @throws S3Error QuotaExceeded, EntityTooLarge, PreconditionFailed, BadDigest, …; then nothing is stored
 */
export const putObject = async (context: Context): Promise<void> => {
  const { engine, key } = context
  const bucket = bucketOf(context)
  refuseUnsupported(context)
  const headers = objectHeaders(context)
  const current = currentVersion(engine, bucket.id, key)
  requireWriteConditions(context, current)
  const bytes = announcedLength(context)
  const received = await storeBody(
    engine,
    bucket,
    { bytes, replaces: current && { key, size: current.size } },
    write => readBody(context, { most: MOST_PER_PUT }, write),
    (body, stored, discard) => {
      requireBucket(engine, bucket)
      requireWriteConditions(context, currentVersion(engine, bucket.id, key))
      const content = addContent(engine, body.size, stored)
      const { size, md5: etag, checksum } = body
      putCurrent(engine, bucket, key, { content, size, etag, headers, checksum }, discard)
      return body
    },
  )
  sendEmpty(context, 200, { etag: `"${received.md5}"`, ...checksumHeaders(received.checksum) })
}
