import { MOST_OBJECT_TAGS, parseTagging, type Tag, taggingXml } from '../protocol/tags.ts'
import { document } from '../protocol/xml.ts'
import { ofVersion } from '../request/actions.ts'
import { sendEmpty, sendXml, versionHeaders } from '../request/answers.ts'
import { revalidateKey } from '../request/authorize.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { requireBucket } from '../store/buckets.ts'
import { change } from '../store/changes.ts'
import { roomForRow } from '../store/room.ts'
import { setTags } from '../store/versions.ts'
import { findObject } from './get-object.ts'

const MOST_BYTES = 64 * 1024

/**
 * GetObjectTagging: the tags by key. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html
 * @throws S3Error as `findObject`
 */
export const getObjectTagging = (context: Context): void => {
  const bucket = bucketOf(context)
  const version = findObject(context, bucket)
  context.response.setHeaders(new Map(Object.entries(versionHeaders(bucket, version.id))))
  const tags = version.tags.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  sendXml(context, 200, document('Tagging', taggingXml(tags)))
}

const replaceTags = async (context: Context, how: 'Put' | 'Delete', tags: Tag[]): Promise<void> => {
  const { engine } = context
  const bucket = bucketOf(context)
  const { id } = await change(engine, causeOf(context), effects => {
    const version = findObject(context, bucket)
    setTags(engine, version, tags, how, { bucket: requireBucket(engine, bucket), effects })
    return version
  })
  sendEmpty(context, how === 'Put' ? 200 : 204, versionHeaders(bucket, id))
}

/**
 * PutObjectTagging. A policy may allow it for certain tags only, so it is authorized after they are read.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html
 * @throws S3Error AccessDenied, MalformedXML, InvalidTag; as `findObject`
 */
export const putObjectTagging = async (context: Context): Promise<void> => {
  const tags = parseTagging(await readText(context, MOST_BYTES), MOST_OBJECT_TAGS)
  context.requestTags = tags
  context.action = ofVersion('s3:PutObjectTagging', context.query.get('versionId'))
  revalidateKey(context)
  using _room = roomForRow(context.engine)
  await replaceTags(context, 'Put', tags)
}

/**
 * DeleteObjectTagging. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html
 * @throws S3Error as `findObject`
 */
export const deleteObjectTagging = (context: Context): Promise<void> => replaceTags(context, 'Delete', [])
