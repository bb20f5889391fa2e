import { withoutGrants } from '../../../domain/policy/grants.ts'
import { MalformedPolicy } from '../../../domain/policy/malformed.ts'
import { compilePolicy, mostPolicyBytes, type Policy } from '../../../domain/policy/policy.ts'
import { isPublicAcl, parseAcl } from '../access/acl.ts'
import { parseBlock } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import { document, element } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { policyOf } from '../request/authorize.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { setBucket } from '../store/buckets.ts'

/** Twice the limit, so that a longer policy is told so. */
const MOST_BYTES = 2 * mostPolicyBytes

/**
 * GetBucketPolicy: the text as it was put. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketPolicy.html
 * @throws S3Error NoSuchBucketPolicy
 */
export const getBucketPolicy = (context: Context): void => {
  const { name, policy } = bucketOf(context)
  if (policy === null) throw new S3Error('NoSuchBucketPolicy', undefined, { BucketName: name })
  const body = Buffer.from(policy, 'utf8')
  context.response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  context.response.end(body)
}

/** @throws S3Error MalformedPolicy */
const compiled = (text: string, bucket: string): Policy => {
  try {
    return compilePolicy(text, bucket)
  } catch (error) {
    throw error instanceof MalformedPolicy ? new S3Error('MalformedPolicy', error.message) : error
  }
}

/**
 * PutBucketPolicy. Statements of the console's, as in a copy of a policy, are left out: they are kept apart.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketPolicy.html
 * @throws S3Error MalformedPolicy; AccessDenied for a public policy where the public access block forbids it
 */
export const putBucketPolicy = async (context: Context): Promise<void> => {
  const { engine } = context
  const text = await readText(context, MOST_BYTES)
  const bucket = bucketOf(context)
  const policy = compiled(text, bucket.name)
  if (policy.isPublic && parseBlock(bucket.block).BlockPublicPolicy) throw new S3Error('AccessDenied')
  await setBucket(engine, causeOf(context), bucket, 'policy', withoutGrants(text))
  sendEmpty(context, 204)
}

/** DeleteBucketPolicy. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketPolicy.html */
export const deleteBucketPolicy = async (context: Context): Promise<void> => {
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'policy', null)
  sendEmpty(context, 204)
}

/**
 * GetBucketPolicyStatus. As in Ceph RGW, a bucket without a policy is answered too, and its ACL counts.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketPolicyStatus.html
 */
export const getBucketPolicyStatus = (context: Context): void => {
  const bucket = bucketOf(context)
  const isPublic = policyOf(bucket)?.isPublic === true || isPublicAcl(parseAcl(bucket.acl, bucket.uid))
  sendXml(context, 200, document('PolicyStatus', element('IsPublic', isPublic)))
}
