import { S3Error } from '../protocol/errors.ts'
import { MOST_BUCKET_TAGS, parseTagging, type Tag, taggingXml } from '../protocol/tags.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { setBucket } from '../store/buckets.ts'

const MOST_BYTES = 64 * 1024

/**
 * GetBucketTagging. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketTagging.html
 * @throws S3Error NoSuchTagSet
 */
export const getBucketTagging = (context: Context): void => {
  const { tags } = bucketOf(context)
  if (tags === null) throw new S3Error('NoSuchTagSet')
  sendXml(context, 200, document('Tagging', taggingXml(JSON.parse(tags) as Tag[])))
}

/**
 * PutBucketTagging. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketTagging.html
 * @throws S3Error MalformedXML, InvalidTag
 */
export const putBucketTagging = async (context: Context): Promise<void> => {
  const tags = parseTagging(await readText(context, MOST_BYTES), MOST_BUCKET_TAGS)
  await setBucket(
    context.engine,
    causeOf(context),
    bucketOf(context),
    'tags',
    tags.length > 0 ? JSON.stringify(tags) : null,
  )
  sendEmpty(context, 204)
}

/** DeleteBucketTagging. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketTagging.html */
export const deleteBucketTagging = async (context: Context): Promise<void> => {
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'tags', null)
  sendEmpty(context, 204)
}
