import { checkedLifecycle } from '../lifecycle/rules.ts'
import { S3Error } from '../protocol/errors.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { setBucket } from '../store/buckets.ts'

const MOST_BYTES = 512 * 1024

/**
 * GetBucketLifecycleConfiguration. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLifecycleConfiguration.html
 * @throws S3Error NoSuchLifecycleConfiguration
 */
export const getBucketLifecycle = (context: Context): void => {
  const { lifecycle } = bucketOf(context)
  if (lifecycle === null) throw new S3Error('NoSuchLifecycleConfiguration')
  sendXml(context, 200, document('LifecycleConfiguration', lifecycle))
}

/**
 * PutBucketLifecycleConfiguration. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html
 * @throws S3Error as `checkedLifecycle`
 */
export const putBucketLifecycle = async (context: Context): Promise<void> => {
  const rules = checkedLifecycle(await readText(context, MOST_BYTES))
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'lifecycle', rules)
  sendEmpty(context, 200)
}

/** DeleteBucketLifecycle. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketLifecycle.html */
export const deleteBucketLifecycle = async (context: Context): Promise<void> => {
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'lifecycle', null)
  sendEmpty(context, 204)
}
