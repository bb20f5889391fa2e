import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import { inTurns } from '../in-turns.ts'
import { listPage } from './list-objects.ts'

/** An object as a listing shows it. `etag`: without quotes; `modified`: unix seconds; `size`: bytes. */
export type ObjectState = { etag: string; size: number; modified: number; storageClass: string | null }

/** Keys up to which each is asked for by itself. */
const few = 20

/**
 * The current versions of up to 1,000 keys, by key; absent ones are left out. Many are looked up in a listing.
 * BUCKET_NOT_FOUND. Source: S3 API reference, ListObjectsV2 and HeadObject.
 */
export async function statesOf(
  client: S3Client,
  bucket: string,
  keys: readonly string[],
): Promise<Map<string, ObjectState>> {
  const found = new Map<string, ObjectState>()
  let left = [...keys]
  if (keys.length > few) {
    const wanted = new Set(keys)
    const sorted = keys.map(key => Buffer.from(key)).sort(Buffer.compare)
    const [first, last] = [sorted[0]!, sorted.at(-1)!]
    const prefix = commonStart(first.toString(), last.toString())
    let after: string | undefined = [...first.toString()].slice(0, -1).join('')
    const mostPages = 2 + Math.ceil(keys.length / 500)
    for (let page = 0; after !== undefined && page < mostPages; page += 1) {
      const { files, token } = await listPage(client, { bucket, prefix, size: 1000, after })
      for (const file of files) if (wanted.has(file.Key)) found.set(file.Key, stateOf(file))
      const end = token === undefined ? undefined : files.at(-1)?.Key
      after = end !== undefined && Buffer.compare(Buffer.from(end), last) < 0 ? end : undefined
    }
    const reached = after === undefined ? null : Buffer.from(after)
    left = reached ? left.filter(key => Buffer.compare(Buffer.from(key), reached) > 0) : []
  }
  await inTurns(8, left, async key => {
    const state = await findState(client, bucket, key)
    if (state) found.set(key, state)
  })
  return found
}

/** One object, or null. BUCKET_NOT_FOUND where the storage tells. */
export async function findState(client: S3Client, bucket: string, key: string): Promise<ObjectState | null> {
  try {
    const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    return stateOf({ ...answer, Size: answer.ContentLength })
  } catch (error) {
    if (error instanceof Problem && error.code === 'OBJECT_NOT_FOUND') return null
    throw error
  }
}

export function stateOf(object: {
  ETag?: string | undefined
  Size?: number | undefined
  LastModified?: Date | undefined
  StorageClass?: string | undefined
}): ObjectState {
  return {
    etag: bare(object.ETag),
    size: object.Size ?? 0,
    modified: Math.floor((object.LastModified?.getTime() ?? 0) / 1000),
    storageClass: object.StorageClass ?? null,
  }
}

export function bare(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '')
}

/** What both begin with, in whole characters. */
function commonStart(one: string, other: string): string {
  const characters = [...other]
  let start = ''
  for (const [at, character] of [...one].entries()) {
    if (characters[at] !== character) break
    start += character
  }
  return start
}
