import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'
import type { ErrorCode } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { codeOf } from '../errors/storage-error.ts'
import { listPage } from './list-objects.ts'

type Failure = { key: string; code: ErrorCode }

/** The most objects that one call deletes of a folder. */
export const folderBatch = 10_000

/**
 * Deletes objects, up to 1,000. Missing keys count as deleted. BUCKET_NOT_FOUND.
 * Source: S3 API reference, DeleteObjects.
 */
export async function deleteObjects(
  client: S3Client,
  bucket: string,
  keys: string[],
): Promise<{ deleted: number; failed: Failure[] }> {
  const wanted = [...new Set(keys)]
  const inXml = wanted.filter(fitsXml)
  const failed: Failure[] = []
  if (inXml.length > 0) {
    const answer = await client.send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Quiet: true, Objects: inXml.map(key => ({ Key: key })) },
      }),
    )
    for (const error of answer.Errors ?? []) {
      if (error.Code !== 'NoSuchKey') failed.push({ key: error.Key ?? '', code: codeOf(error.Code) })
    }
  }
  for (const key of wanted.filter(key => !fitsXml(key))) {
    const code = await deleteOne(client, bucket, key)
    if (code !== null) failed.push({ key, code })
  }
  return { deleted: wanted.length - failed.length, failed }
}

/**
 * Deletes what is below a folder, and its own object, about `most` objects a call (in steps of 1,000). `done`: another
 * call would delete nothing more.
 */
export async function deleteFolder(
  client: S3Client,
  bucket: string,
  folder: string,
  most = folderBatch,
): Promise<{ deleted: number; failed: number; done: boolean }> {
  let deleted = 0
  let failed = 0
  let token: string | undefined
  do {
    const page = await listPage(client, { bucket, prefix: folder, size: 1000, token })
    token = page.token
    if (page.files.length === 0) continue
    const result = await deleteObjects(
      client,
      bucket,
      page.files.map(object => object.Key),
    )
    deleted += result.deleted
    failed += result.failed.length
  } while (token !== undefined && deleted + failed < most)
  return { deleted, failed, done: token === undefined || deleted === 0 }
}

/** XML 1.0 cannot represent the other control characters. Source: XML 1.0, production 2. */
export function fitsXml(key: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(key)
}

async function deleteOne(client: S3Client, bucket: string, key: string): Promise<ErrorCode | null> {
  try {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'BUCKET_NOT_FOUND') throw error
    return error.code === 'OBJECT_NOT_FOUND' ? null : error.code
  }
}
