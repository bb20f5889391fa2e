import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { isFolder } from '../../domain/copy-target.ts'
import { bareName } from '../../domain/object-key.ts'
import { inTurns } from '../limits/in-turns.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { ZipEntry } from '../zip/layout.ts'
import { ZipNames } from '../zip/names.ts'
import { listPage } from './list-objects.ts'
import { plainCall } from './signed-request.ts'

/** An object at the time when the archive was prepared. `size`: bytes. `modified`: unix seconds. */
export type FoundFile = { key: string; size: number; etag: string; modified: number }

/**
 * The contents of the archive: files, and folders with all their objects. All begin with `prefix`, which names omit.
 */
export type Selection = { bucket: string; prefix: string; files: FoundFile[]; folders: string[] }

export type ObjectEntry = ZipEntry & { key: string; etag: string }

/** The current state of each key. OBJECT_NOT_FOUND. Source: S3 API reference, HeadObject. */
export function findFiles(
  client: S3Client,
  bucket: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<FoundFile[]> {
  return inTurns(8, keys, async key => {
    signal.throwIfAborted()
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    const modified = Math.floor((head.LastModified?.getTime() ?? 0) / 1000)
    return { key, size: head.ContentLength ?? 0, etag: head.ETag ?? '', modified }
  })
}

/**
 * The entries of a selection, always in the same order. Folders are listed page by page as entries are read. If a
 * folder's own object, whose key ends in a slash, has bytes, they are a file in it.
 */
export async function* entriesOf(
  client: S3Client,
  selection: Selection,
  signal?: AbortSignal,
): AsyncGenerator<ObjectEntry> {
  const { bucket, prefix, files, folders } = selection
  const names = new ZipNames()
  const entryOf = ({ key, size, etag, modified }: FoundFile, listed: boolean): ObjectEntry[] => {
    const path = key.slice(prefix.length)
    const isOwn = isFolder(key) && size > 0
    const name = isOwn ? names.addOwn(path, bareName(key)) : listed ? names.addListed(path) : names.add(path)
    return name === null ? [] : [{ key, etag, modified, name: Buffer.from(name), size }]
  }
  for (const file of files) yield* entryOf(file, false)
  for (const folder of folders) {
    let token: string | undefined
    do {
      signal?.throwIfAborted()
      const page = await listPage(client, { bucket, prefix: folder, size: 1000, token })
      token = page.token
      for (const { Key, Size = 0, ETag = '', LastModified } of page.files) {
        const modified = Math.floor((LastModified?.getTime() ?? 0) / 1000)
        yield* entryOf({ key: Key, size: Size, etag: ETag, modified }, true)
      }
    } while (token !== undefined)
  }
}

/** Requests for the rest of a file after its connection broke. */
const maxRetries = 3

type Bytes = AsyncIterable<Uint8Array>

/** GetObject with If-Match from byte `from` on, for a storage in this process: the same permissions and errors, without HTTP. */
export type ReadHere = (
  keys: KeyPair,
  wanted: { bucket: string; key: string; etag: string; from: number },
) => Promise<Bytes>

/** Objects are read by `readHere` if it is set, else by S3. */
export type Source = { client: S3Client; keys: KeyPair; readHere: ReadHere | null }

/** Bytes of a version, or of the current one, from offset `from` up to `to`, which is not included. `size`: of all of it. */
export type Wanted = {
  bucket: string
  key: string
  etag: string
  versionId?: string | undefined
  from: number
  to: number
  size: number
}

/** The bytes of an object that still has the ETag, as `openBytes`. */
export const openObject = (
  source: Source,
  bucket: string,
  { key, etag, size }: ObjectEntry,
): Promise<AsyncGenerator<Uint8Array>> => openBytes(source, { bucket, key, etag, size, from: 0, to: size })

/**
 * Bytes of an object that still has the ETag. A chunk may be overwritten once the next one is requested; there may be bytes
 * beyond `to`. OBJECT_CHANGED, OBJECT_NOT_FOUND. Source: S3 API reference, GetObject.
 */
export async function openBytes(
  { client, keys, readHere }: Source,
  { bucket, key, etag, versionId, from, to, size }: Wanted,
): Promise<AsyncGenerator<Uint8Array>> {
  const open = async (offset: number): Promise<Bytes> => {
    if (versionId === undefined) {
      // If this fails, the client's request reports the error.
      const chunks = await readHere?.(keys, { bucket, key, etag, from: offset }).catch(() => null)
      if (chunks) return chunks
    }
    const end = to < size ? to - 1 : ''
    const Range = offset > 0 || end !== '' ? `bytes=${offset}-${end}` : undefined
    const headers = { 'if-match': etag, ...(Range && { range: Range }) }
    const query: Record<string, string> = versionId === undefined ? {} : { versionId }
    const response = await plainCall(client, { method: 'GET', bucket, key, query, headers })
    if (response) return response as Bytes
    const { Body } = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId, IfMatch: etag, Range }),
    )
    return Body as Bytes
  }
  const first = await open(from)
  return (async function* () {
    let offset = from
    for (let retries = 0, body = first; ; retries += 1) {
      try {
        for await (const bytes of body) {
          yield bytes
          offset += bytes.length
        }
        if (offset >= to || retries === maxRetries) return
      } catch (error) {
        if (retries === maxRetries || offset >= to) throw error
      }
      body = await open(offset)
    }
  })()
}
