import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { inTurns } from '../in-turns.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { ZipEntry } from '../zip/layout.ts'
import { ZipNames } from '../zip/names.ts'
import { listPage } from './list-objects.ts'
import { plainCall } from './plain-call.ts'

/** An object as it was found. `modified`: unix seconds. */
export type FoundFile = { key: string; size: number; etag: string; modified: number }

/** What is packed: objects, and all that is below folders; names are without `prefix`, with which all begin. */
export type Selection = { bucket: string; prefix: string; files: FoundFile[]; folders: string[] }

export type ObjectEntry = ZipEntry & { key: string; etag: string }

/** OBJECT_NOT_FOUND. Source: S3 API reference, HeadObject. */
export function findFiles(client: S3Client, bucket: string, keys: readonly string[]): Promise<FoundFile[]> {
  return inTurns(8, keys, async key => {
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    const modified = Math.floor((head.LastModified?.getTime() ?? 0) / 1000)
    return { key, size: head.ContentLength ?? 0, etag: head.ETag ?? '', modified }
  })
}

/** The entries of a selection, always in the same order; the folders are listed as the entries are taken. */
export async function* entriesOf(client: S3Client, selection: Selection): AsyncGenerator<ObjectEntry> {
  const { bucket, prefix, files, folders } = selection
  const names = new ZipNames()
  const entryOf = ({ key, size, etag, modified }: FoundFile): ObjectEntry[] => {
    const name = names.of(key.slice(prefix.length))
    if (name === null) return []
    // What a folder's own object holds has no place in an archive.
    return [{ key, etag, modified, name: Buffer.from(name), size: name.endsWith('/') ? 0 : size }]
  }
  for (const file of files) yield* entryOf(file)
  for (const folder of folders) {
    let token: string | undefined
    do {
      const page = await listPage(client, { bucket, prefix: folder, size: 1000, token })
      token = page.token
      for (const { Key, Size = 0, ETag = '', LastModified } of page.files) {
        const modified = Math.floor((LastModified?.getTime() ?? 0) / 1000)
        yield* entryOf({ key: Key, size: Size, etag: ETag, modified })
      }
    } while (token !== undefined)
  }
}

/** How often a file is asked for again where its storage breaks off. */
const mostAgain = 3

type Bytes = AsyncIterable<Uint8Array>

/** GetObject from byte `from` on, with If-Match, for a storage in this process: the same rights and errors, without a socket. */
export type ReadHere = (
  keys: KeyPair,
  wanted: { bucket: string; key: string; etag: string; from: number },
) => Promise<Bytes>

/** Whence objects are read: by S3, and first by `readHere` where there is one. */
export type Source = { client: S3Client; keys: KeyPair; readHere: ReadHere | null }

/**
 * The bytes of an object, as long as it has the ETag; a piece may be overwritten once the next one is asked for.
 * OBJECT_CHANGED, OBJECT_NOT_FOUND. Source: S3 API reference, GetObject.
 */
export async function openObject(
  { client, keys, readHere }: Source,
  bucket: string,
  { key, etag, size }: ObjectEntry,
): Promise<Bytes> {
  const from = async (offset: number): Promise<Bytes> => {
    // Where it fails, the client says what is wrong.
    const here = await readHere?.(keys, { bucket, key, etag, from: offset }).catch(() => null)
    if (here) return here
    const Range = offset > 0 ? `bytes=${offset}-` : undefined
    const headers = { 'if-match': etag, ...(Range && { range: Range }) }
    const found = await plainCall(client, { method: 'GET', bucket, key, headers })
    if (found) return found as Bytes
    const { Body } = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch: etag, Range }),
    )
    return Body as Bytes
  }
  const first = await from(0)
  return (async function* () {
    let offset = 0
    for (let again = 0, body = first; ; again += 1) {
      try {
        for await (const bytes of body) {
          yield bytes
          offset += bytes.length
        }
        if (offset >= size || again === mostAgain) return
      } catch (error) {
        if (again === mostAgain || offset >= size) throw error
      }
      body = await from(offset)
    }
  })()
}
