import { defaultRule, type EncryptionRule, encryptionXml, parseEncryption } from '../protocol/encryption.ts'
import { S3Error } from '../protocol/errors.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { setBucket } from '../store/buckets.ts'

/**
 * GetBucketEncryption. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketEncryption.html
 * @throws S3Error ServerSideEncryptionConfigurationNotFoundError where new objects are stored plain
 */
export const getBucketEncryption = (context: Context): void => {
  const { encryption } = bucketOf(context)
  if (encryption === null && !context.engine.encrypt) {
    throw new S3Error('ServerSideEncryptionConfigurationNotFoundError')
  }
  const rule = encryption === null ? defaultRule : (JSON.parse(encryption) as EncryptionRule)
  sendXml(context, 200, document('ServerSideEncryptionConfiguration', encryptionXml(rule)))
}

/**
 * PutBucketEncryption: objects that are there stay as they are.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketEncryption.html
 * @throws S3Error as `parseEncryption`
 */
export const putBucketEncryption = async (context: Context): Promise<void> => {
  const rule = parseEncryption(await readText(context, 16 * 1024))
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'encryption', JSON.stringify(rule))
  sendEmpty(context, 200)
}

/** DeleteBucketEncryption. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketEncryption.html */
export const deleteBucketEncryption = async (context: Context): Promise<void> => {
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'encryption', null)
  sendEmpty(context, 204)
}
