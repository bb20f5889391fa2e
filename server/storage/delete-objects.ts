import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'
import type { ErrorCode } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { codeOf } from '../errors/storage-error.ts'

type Failure = { key: string; code: ErrorCode }

/**
 * Deletes objects, up to 1,000. Missing keys count as deleted. `etags`: an object whose ETag is another fails with
 * OBJECT_CHANGED, where the storage knows conditional deletes. BUCKET_NOT_FOUND.
 * Source: S3 API reference, DeleteObjects.
 */
export async function deleteObjects(
  client: S3Client,
  bucket: string,
  keys: string[],
  etags?: ReadonlyMap<string, string>,
): Promise<{ deleted: number; failed: Failure[] }> {
  const wanted = [...new Set(keys)]
  const inXml = wanted.filter(fitsXml)
  const failed: Failure[] = []
  if (inXml.length > 0) {
    const Objects = inXml.map(Key => ({ Key, ...(etags && { ETag: etags.get(Key) }) }))
    const answer = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Quiet: true, Objects } }),
    )
    for (const { Key = '', Code } of answer.Errors ?? []) {
      if (Code !== 'NoSuchKey') failed.push({ key: Key, code: codeOf(Code) })
    }
  }
  for (const key of wanted.filter(key => !fitsXml(key))) {
    const code = await deleteOne(client, bucket, key, etags?.get(key))
    if (code !== null) failed.push({ key, code })
  }
  return { deleted: wanted.length - failed.length, failed }
}

/** XML 1.0 cannot represent the other control characters. Source: XML 1.0, production 2. */
export function fitsXml(key: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(key)
}

async function deleteOne(
  client: S3Client,
  bucket: string,
  key: string,
  etag?: string,
): Promise<ErrorCode | null> {
  try {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, ...(etag && { IfMatch: etag }) }))
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'BUCKET_NOT_FOUND') throw error
    return error.code === 'OBJECT_NOT_FOUND' ? null : error.code
  }
}
