import { withoutGrants } from '../../../domain/policy/grants.ts'
import { MalformedPolicy } from '../../../domain/policy/malformed.ts'
import { compilePolicy, mostPolicyBytes, type Policy } from '../../../domain/policy/policy.ts'
import { isPublicAcl, parseAcl } from '../access/acl.ts'
import { parseBlock } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import { document, element } from '../protocol/xml.ts'
import { sendXml } from '../request/answers.ts'
import { policyOf } from '../request/authorize.ts'
import { bucketOf, type Context } from '../request/context.ts'
import { writes } from './bucket-settings.ts'

/**
 * GetBucketPolicy: the text as it was stored. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketPolicy.html
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
 * PutBucketPolicy and DeleteBucketPolicy. The console's statements, which a copied policy may contain, are dropped:
 * they are stored separately. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketPolicy.html
 * @throws S3Error MalformedPolicy; AccessDenied for a public policy if the public access block forbids it
 */
export const { put: putBucketPolicy, remove: deleteBucketPolicy } = writes({
  column: 'policy',
  // Twice the limit, so that a longer policy is rejected with that reason.
  most: 2 * mostPolicyBytes,
  status: 204,
  parse(body, { name, block }) {
    const policy = compiled(body, name)
    if (policy.isPublic && parseBlock(block).BlockPublicPolicy) throw new S3Error('AccessDenied')
    return withoutGrants(body)
  },
})

/**
 * GetBucketPolicyStatus. As in Ceph RGW, it also answers for a bucket without a policy, and its ACL counts.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketPolicyStatus.html
 */
export const getBucketPolicyStatus = (context: Context): void => {
  const bucket = bucketOf(context)
  const isPublic = policyOf(bucket)?.isPublic === true || isPublicAcl(parseAcl(bucket.acl, bucket.uid))
  sendXml(context, 200, document('PolicyStatus', element('IsPublic', isPublic)))
}
