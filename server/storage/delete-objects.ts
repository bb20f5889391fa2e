import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'
import type { ErrorCode } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { codeOf } from '../errors/storage-error.ts'
import { inTurns } from '../in-turns.ts'

type Failure = { key: string; code: ErrorCode }

/** Signs deletions. `singly`: one request for each key, where the storage knows no policy for many. */
export type Remover = { client: S3Client; singly: boolean }

const atOnce = 8

/**
 * Deletes objects, up to 1,000. Missing keys count as deleted. `etags`: an object whose ETag is another fails with
 * OBJECT_CHANGED, where the storage knows conditional deletes. BUCKET_NOT_FOUND.
 * Source: S3 API reference, DeleteObjects, DeleteObject.
 */
export async function deleteObjects(
  { client, singly }: Remover,
  bucket: string,
  keys: string[],
  etags?: ReadonlyMap<string, string>,
): Promise<{ deleted: number; failed: Failure[] }> {
  const wanted = [...new Set(keys)]
  const inXml = singly ? [] : wanted.filter(fitsXml)
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
  const others = singly ? wanted : wanted.filter(key => !fitsXml(key))
  await inTurns(atOnce, others, async key => {
    const code = await deleteOne(client, bucket, key, etags?.get(key))
    if (code !== null) failed.push({ key, code })
  })
  return { deleted: wanted.length - failed.length, failed }
}

/** XML 1.0 cannot represent the other control characters. Source: XML 1.0, production 2. */
export function fitsXml(key: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(key)
}

/** What concerns all keys, not one of them. */
const ofAll = new Set<ErrorCode>(['BUCKET_NOT_FOUND', 'STORAGE_UNAVAILABLE', 'TOO_MANY_REQUESTS'])

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
    if (!(error instanceof Problem) || ofAll.has(error.code)) throw error
    return error.code === 'OBJECT_NOT_FOUND' ? null : error.code
  }
}
