import { type CorsRule, corsXml, parseCors } from '../protocol/cors.ts'
import { S3Error } from '../protocol/errors.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { requireIntegrity } from '../request/body-headers.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { setBucket } from '../store/buckets.ts'

const MOST_BYTES = 64 * 1024

/** GetBucketCors. @throws S3Error NoSuchCORSConfiguration */
export const getBucketCors = (context: Context): void => {
  const { cors } = bucketOf(context)
  if (cors === null) throw new S3Error('NoSuchCORSConfiguration')
  sendXml(context, 200, document('CORSConfiguration', corsXml(JSON.parse(cors) as CorsRule[])))
}

/**
 * PutBucketCors. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketCors.html
 * @throws S3Error MalformedXML, InvalidRequest; as `requireIntegrity`
 */
export const putBucketCors = async (context: Context): Promise<void> => {
  const { engine } = context
  const bucket = bucketOf(context)
  requireIntegrity(context)
  const rules = parseCors(await readText(context, MOST_BYTES))
  await setBucket(engine, causeOf(context), bucket, 'cors', JSON.stringify(rules))
  sendEmpty(context, 200)
}

/** DeleteBucketCors. */
export const deleteBucketCors = async (context: Context): Promise<void> => {
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'cors', null)
  sendEmpty(context, 204)
}
