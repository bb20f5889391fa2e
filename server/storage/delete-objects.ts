import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'
import type { ErrorCode, KeyFailure } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { codeOf } from '../errors/storage-error.ts'
import { inTurns } from '../limits/in-turns.ts'

/**
 * Signs deletions. `singly`: one request per key, if the storage does not apply policies to the keys of DeleteObjects.
 */
export type Remover = { client: S3Client; singly: boolean }

const atOnce = 8

/**
 * Deletes objects, up to 1,000. Missing keys count as deleted. `etags`: an object with a different ETag fails with
 * OBJECT_CHANGED, if the storage has conditional deletes. `markers`: gets the version ids of the delete markers that can
 * be removed to restore what they cover. BUCKET_NOT_FOUND.
 * Source: S3 API reference, DeleteObjects, DeleteObject.
 */
export async function deleteObjects(
  { client, singly }: Remover,
  bucket: string,
  keys: string[],
  { etags, markers }: { etags?: ReadonlyMap<string, string> | undefined; markers?: Map<string, string> } = {},
): Promise<{ deleted: number; failed: KeyFailure[] }> {
  const uniqueKeys = [...new Set(keys)]
  const batchKeys = singly ? [] : uniqueKeys.filter(fitsXml)
  const failed: KeyFailure[] = []
  if (batchKeys.length > 0) {
    const Objects = batchKeys.map(Key => ({ Key, ...(etags && { ETag: etags.get(Key) }) }))
    const answer = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Quiet: markers === undefined, Objects } }),
    )
    for (const { Key = '', DeleteMarker, DeleteMarkerVersionId } of answer.Deleted ?? [])
      if (DeleteMarker) noteMarker(markers, Key, DeleteMarkerVersionId)
    for (const { Key = '', Code } of answer.Errors ?? []) {
      if (Code !== 'NoSuchKey') failed.push({ key: Key, code: codeOf(Code) })
    }
  }
  const singleKeys = singly ? uniqueKeys : uniqueKeys.filter(key => !fitsXml(key))
  await inTurns(atOnce, singleKeys, async key => {
    const code = await deleteObject(client, bucket, key, { etag: etags?.get(key), markers })
    if (code !== null) failed.push({ key, code })
  })
  return { deleted: uniqueKeys.length - failed.length, failed }
}

/** Where versioning is suspended, the marker `null` has replaced the version that had this id. */
function noteMarker(markers: Map<string, string> | undefined, key: string, id: string | undefined): void {
  if (id !== undefined && id !== 'null') markers?.set(key, id)
}

/** XML 1.0 cannot represent the other control characters. Source: XML 1.0, production 2. */
export function fitsXml(key: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(key)
}

/** Errors of the whole batch, not of one key. */
const batchErrors = new Set<ErrorCode>(['BUCKET_NOT_FOUND', 'STORAGE_UNAVAILABLE', 'TOO_MANY_REQUESTS'])

async function deleteObject(
  client: S3Client,
  bucket: string,
  key: string,
  { etag, markers }: { etag?: string | undefined; markers?: Map<string, string> | undefined },
): Promise<ErrorCode | null> {
  try {
    const { DeleteMarker, VersionId } = await client.send(
      new DeleteObjectCommand({ Bucket: bucket, Key: key, ...(etag && { IfMatch: etag }) }),
    )
    if (DeleteMarker) noteMarker(markers, key, VersionId)
    return null
  } catch (error) {
    if (!(error instanceof Problem) || batchErrors.has(error.code)) throw error
    return error.code === 'OBJECT_NOT_FOUND' ? null : error.code
  }
}
