import { parseAcl, sharesAcl } from '../access/acl.ts'
import { isOwnership, type Ownership } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import { childText, document, element, parseXml } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { requireBucket, setBucket } from '../store/buckets.ts'

const parseRule = (body: string): Ownership => {
  const root = parseXml(body)
  const rules = root.children.filter(child => child.name === 'Rule')
  const ownership = rules[0] && childText(rules[0], 'ObjectOwnership')?.trim()
  if (root.name !== 'OwnershipControls' || rules.length !== 1 || !isOwnership(ownership)) {
    throw new S3Error('MalformedXML')
  }
  return ownership
}

/**
 * GetBucketOwnershipControls. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketOwnershipControls.html
 * @throws S3Error OwnershipControlsNotFoundError
 */
export const getOwnershipControls = (context: Context): void => {
  const { ownership } = bucketOf(context)
  if (ownership === null) throw new S3Error('OwnershipControlsNotFoundError')
  sendXml(
    context,
    200,
    document('OwnershipControls', `<Rule>${element('ObjectOwnership', ownership)}</Rule>`),
  )
}

/**
 * PutBucketOwnershipControls. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketOwnershipControls.html
 * @throws S3Error MalformedXML; InvalidBucketAclWithObjectOwnership where the bucket's ACL grants others something
 */
export const putOwnershipControls = async (context: Context): Promise<void> => {
  const { engine } = context
  const ownership = parseRule(await readText(context, 16 * 1024))
  const bucket = bucketOf(context)
  await setBucket(engine, causeOf(context), bucket, 'ownership', ownership, () => {
    const { acl } = requireBucket(engine, bucket)
    if (ownership === 'BucketOwnerEnforced' && sharesAcl(parseAcl(acl, bucket.uid))) {
      throw new S3Error('InvalidBucketAclWithObjectOwnership')
    }
  })
  sendEmpty(context, 200)
}

/** DeleteBucketOwnershipControls. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketOwnershipControls.html */
export const deleteOwnershipControls = async (context: Context): Promise<void> => {
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'ownership', null)
  sendEmpty(context, 204)
}
