import { DiskFull } from '../../disk.ts'
import { type CorsRule, corsXml, parseCors } from '../protocol/cors.ts'
import { S3Error } from '../protocol/errors.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { requireIntegrity } from '../request/body-headers.ts'
import { bucketOf, type Context } from '../request/context.ts'
import { change } from '../store/changes.ts'

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
  await change(engine, () => {
    if (engine.disk.isFull()) throw new DiskFull()
    engine.db.run('UPDATE bucket SET cors = ? WHERE id = ?', JSON.stringify(rules), bucket.id)
  })
  sendEmpty(context, 200)
}

/** DeleteBucketCors. */
export const deleteBucketCors = async (context: Context): Promise<void> => {
  const { engine } = context
  const bucket = bucketOf(context)
  await change(engine, () => {
    engine.db.run('UPDATE bucket SET cors = NULL WHERE id = ?', bucket.id)
  })
  sendEmpty(context, 204)
}
