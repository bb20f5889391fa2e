import type { S3Client } from '@aws-sdk/client-s3'
import { isFolder } from '../../domain/copy-target.ts'
import type { ObjectCount } from '../../openapi/schema.ts'
import { listPage, readToken, writeToken } from './list-objects.ts'

/** Pages of 1,000 keys per call. */
const pagesPerCall = 10

/**
 * Counts the files below a prefix, at any depth, and their bytes; includes a folder's own object, whose key ends in a
 * slash, if it has bytes. With `next_token`, another call counts the rest.
 * BUCKET_NOT_FOUND; INVALID_REQUEST for a token that this function did not create. `pages`: for tests.
 */
export async function countObjects(
  client: S3Client,
  { bucket, prefix, nextToken }: { bucket: string; prefix: string; nextToken?: string | undefined },
  pages = pagesPerCall,
): Promise<ObjectCount> {
  const counting = `count ${prefix}`
  const count = { files: 0, bytes: 0 }
  let token = nextToken === undefined ? undefined : readToken(nextToken, counting)
  for (let page = 0; page < pages; page += 1) {
    const listed = await listPage(client, { bucket, prefix, size: 1000, token })
    const files = listed.files.filter(({ Key, Size = 0 }) => !isFolder(Key) || Size > 0)
    count.files += files.length
    count.bytes += files.reduce((sum, { Size = 0 }) => sum + Size, 0)
    token = listed.token
    if (token === undefined) break
  }
  return { ...count, next_token: token === undefined ? null : writeToken(token, counting) }
}
