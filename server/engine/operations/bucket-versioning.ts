import { S3Error } from '../protocol/errors.ts'
import { childText, document, element, parseXml } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { requireBucket, setBucket } from '../store/buckets.ts'

const MOST_BYTES = 1024

/** GetBucketVersioning. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html */
export const getBucketVersioning = (context: Context): void => {
  const { versioning } = bucketOf(context)
  sendXml(context, 200, document('VersioningConfiguration', element('Status', versioning ?? undefined)))
}

/**
 * PutBucketVersioning. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketVersioning.html
 * @throws S3Error MalformedXML, IllegalVersioningConfigurationException, NotImplemented for MFA delete, InvalidBucketState where object lock needs versions
 */
export const putBucketVersioning = async (context: Context): Promise<void> => {
  const { engine } = context
  const bucket = bucketOf(context)
  const body = parseXml(await readText(context, MOST_BYTES))
  const status = childText(body, 'Status')
  if (body.name !== 'VersioningConfiguration') throw new S3Error('MalformedXML')
  if (status === undefined) throw new S3Error('IllegalVersioningConfigurationException')
  if (status !== 'Enabled' && status !== 'Suspended') throw new S3Error('MalformedXML')
  if (childText(body, 'MfaDelete') === 'Enabled') throw new S3Error('NotImplemented')
  await setBucket(engine, causeOf(context), bucket, 'versioning', status, () => {
    if (status === 'Enabled' || requireBucket(engine, bucket).object_lock === null) return
    throw new S3Error(
      'InvalidBucketState',
      'An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.',
    )
  })
  sendEmpty(context, 200)
}
