import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import { inTurns } from '../limits/in-turns.ts'
import { listPage } from './list-objects.ts'

/** An object as in a listing. `etag`: without quotes; `modified`: unix seconds; `size`: bytes. */
export type ObjectState = { etag: string; size: number; modified: number; storageClass: string | null }

/** Up to this many keys are looked up by HEAD, one request each. */
const maxHeads = 20

/**
 * The current versions of up to 1,000 keys, by key, without those that do not exist. More than 20 are looked up in a
 * listing.
 * `denied`: called for a key that may not be read, which otherwise fails the whole call. BUCKET_NOT_FOUND,
 * ACCESS_DENIED.
 * Source: S3 API reference, ListObjectsV2 and HeadObject.
 */
export async function statesOf(
  client: S3Client,
  bucket: string,
  keys: readonly string[],
  denied?: (key: string) => void,
): Promise<Map<string, ObjectState>> {
  const found = new Map<string, ObjectState>()
  let remaining = [...keys]
  if (keys.length > maxHeads) {
    const wanted = new Set(keys)
    const sorted = keys.map(key => Buffer.from(key)).sort(Buffer.compare)
    const [first, last] = [sorted[0]!, sorted.at(-1)!]
    const prefix = commonPrefix(first.toString(), last.toString())
    let after: string | undefined = [...first.toString()].slice(0, -1).join('')
    const maxPages = 2 + Math.ceil(keys.length / 500)
    for (let page = 0; after !== undefined && page < maxPages; page += 1) {
      const { files, token } = await listPage(client, { bucket, prefix, size: 1000, after })
      for (const file of files) if (wanted.has(file.Key)) found.set(file.Key, stateOf(file))
      const end = token === undefined ? undefined : files.at(-1)?.Key
      after = end !== undefined && Buffer.compare(Buffer.from(end), last) < 0 ? end : undefined
    }
    const reached = after === undefined ? null : Buffer.from(after)
    remaining = reached ? remaining.filter(key => Buffer.compare(Buffer.from(key), reached) > 0) : []
  }
  await inTurns(8, remaining, async key => {
    try {
      const state = await findState(client, bucket, key)
      if (state) found.set(key, state)
    } catch (error) {
      if (!denied || !(error instanceof Problem) || error.code !== 'ACCESS_DENIED') throw error
      denied(key)
    }
  })
  return found
}

/** The current version of a key; null: none. BUCKET_NOT_FOUND if the storage distinguishes it. */
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
    etag: unquoted(object.ETag),
    size: object.Size ?? 0,
    modified: Math.floor((object.LastModified?.getTime() ?? 0) / 1000),
    storageClass: object.StorageClass ?? null,
  }
}

export function unquoted(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '')
}

/** In whole characters, not UTF-16 units. */
function commonPrefix(first: string, last: string): string {
  const characters = [...last]
  let start = ''
  for (const [at, character] of [...first].entries()) {
    if (characters[at] !== character) break
    start += character
  }
  return start
}
