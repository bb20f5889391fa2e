import { parseTagHeader, type Tag } from '../protocol/tags.ts'
import { authorize } from './authorize.ts'
import { type Asked, bucketOf, header } from './context.ts'

/**
 * The tags that a request sets on the object that it creates. @throws S3Error AccessDenied, InvalidArgument, InvalidTag
 */
export const requestedTags = (context: Asked): Tag[] => {
  const text = header(context, 'x-amz-tagging')
  if (text !== undefined)
    authorize(context, 's3:PutObjectTagging', { bucket: bucketOf(context), key: context.key })
  return parseTagHeader(text)
}
