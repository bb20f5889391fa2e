import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import {
  type CommonPrefix,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { keyLimit } from '../../domain/limits.ts'
import { keyBytes } from '../../domain/object-key.ts'
import type { ObjectItem, ObjectPage } from '../../openapi/schema.ts'
import { invalid } from '../errors/problem.ts'
import { spellings } from '../s3/folder.ts'
import { decodeKey, type ListedObject, type Listing, readListing } from './read-listing.ts'
import { plainCall } from './signed-request.ts'

export type PageRequest = {
  bucket: string
  /** Empty, or ending in a slash. */
  prefix: string
  pageSize: number
  nextToken?: string | undefined
  /** The start of names below the prefix. */
  search?: string | undefined
  /** The page begins at the first name that begins so, also in other letters, or else at the next one. */
  from?: string | undefined
}

/** S3 lists keys after this one: those from `key` on, but for keys of characters that nobody uses. */
const before = (key: string): string => {
  const rest = key.slice(0, -1)
  const code = key.charCodeAt(key.length - 1)
  const isPlain = code > 0x20 && (code < 0xd800 || code > 0xe000)
  return isPlain ? `${rest}${String.fromCharCode(code - 1)}\u{10ffff}` : rest
}

/**
 * One page of folders and files directly below a prefix, in key order (UTF-8). The folder's own object, whose key is
 * the prefix, is a file with an empty name if it has bytes, and is not listed otherwise.
 * BUCKET_NOT_FOUND; INVALID_REQUEST for a token that this function did not create.
 * Source: S3 API reference, ListObjectsV2.
 */
export async function paginate(client: S3Client, request: PageRequest): Promise<ObjectPage> {
  const { from, prefix, nextToken } = request
  if (!from || nextToken !== undefined) return pageAfter(client, request, undefined)
  let first: ObjectPage | null = null
  for (const spelling of spellings(from)) {
    const page = await pageAfter(client, request, before(prefix + spelling))
    if (page.items[0]?.name.startsWith(spelling)) return page
    first ??= page
  }
  return first!
}

async function pageAfter(
  client: S3Client,
  request: PageRequest,
  after: string | undefined,
): Promise<ObjectPage> {
  const { bucket, prefix, pageSize, search = '' } = request
  let token = request.nextToken === undefined ? undefined : readToken(request.nextToken, prefix + search)
  const sought = keyBytes(prefix + search) <= keyLimit
  const items: ObjectItem[] = []
  let seen = token !== undefined
  do {
    const page = await listPage(client, {
      bucket,
      prefix: sought ? prefix + search : prefix,
      size: sought ? pageSize - items.length : 1,
      ...{ token, after },
      delimiter: '/',
    })
    if (!sought) return { items, next_token: null, exists: prefix === '' || page.KeyCount !== 0 }
    seen ||= page.files.length + page.folders.length > 0
    items.push(...merge(page, prefix))
    token = page.token
  } while (token !== undefined && items.length === 0)
  const exists =
    seen ||
    prefix === '' ||
    ((search !== '' || after !== undefined) && (await hasContent(client, bucket, prefix)))
  return { items, next_token: token === undefined ? null : writeToken(token, prefix + search), exists }
}

async function hasContent(client: S3Client, bucket: string, prefix: string): Promise<boolean> {
  const page = await listPage(client, { bucket, prefix, size: 1 })
  return page.files.length > 0
}

type Page = Listing & { KeyCount: number }

/** One page of ListObjectsV2. Keys are decoded: S3 sends them URL-encoded, as XML 1.0 cannot represent every character. */
export async function listPage(
  client: S3Client,
  options: {
    bucket: string
    prefix: string
    size: number
    token?: string | undefined
    /** Keys after this one; not needed with a token. */
    after?: string | undefined
    delimiter?: string
  },
): Promise<Page> {
  const page = (await plainPage(client, options)) ?? (await sdkPage(client, options))
  return { ...page, KeyCount: page.files.length + page.folders.length }
}

type PageOptions = Parameters<typeof listPage>[1]

/** Without the SDK, which takes longer to parse a page than the engine to generate it; null if it failed. */
async function plainPage(client: S3Client, options: PageOptions): Promise<Listing | null> {
  const query = {
    ...{ 'list-type': '2', 'encoding-type': 'url' },
    ...{ prefix: options.prefix, 'max-keys': String(options.size) },
    ...(options.delimiter && { delimiter: options.delimiter }),
    ...(options.token !== undefined && { 'continuation-token': options.token }),
    ...(options.after && { 'start-after': options.after }),
  }
  const wanted = { bucket: options.bucket, key: '', query, headers: {}, idleTimeout: 5_000 }
  const answer = await plainCall(client, { method: 'GET', ...wanted })
  if (!answer) return null
  try {
    return readListing(await text(answer))
  } catch {
    return null
  }
}

async function sdkPage(client: S3Client, options: PageOptions): Promise<Listing> {
  const answer: ListObjectsV2CommandOutput = await client.send(
    new ListObjectsV2Command({
      Bucket: options.bucket,
      Prefix: options.prefix,
      MaxKeys: options.size,
      EncodingType: 'url',
      ...(options.delimiter && { Delimiter: options.delimiter }),
      ...(options.token !== undefined && { ContinuationToken: options.token }),
      ...(options.after && { StartAfter: options.after }),
    }),
  )
  const decode = answer.EncodingType === 'url' ? decodeKey : (key: string) => key
  return {
    files: (answer.Contents ?? []).map(object => ({ ...object, Key: decode(object.Key!) })),
    folders: (answer.CommonPrefixes ?? []).map((folder: CommonPrefix) => decode(folder.Prefix!)),
    token: answer.IsTruncated ? answer.NextContinuationToken : undefined,
  }
}

function merge(page: Page, prefix: string): ObjectItem[] {
  const folders = page.folders.map(key => folderItem(key, prefix))
  const isListed = ({ Key, Size = 0 }: ListedObject) => Key !== prefix || Size > 0
  const files = page.files.filter(isListed).map(object => fileItem(object, prefix))
  return [...folders, ...files].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
}

/** A page of these folders (whole prefixes), directly below `prefix`; `search` as in `PageRequest`. */
export function foldersOf(keys: string[], prefix: string, search = ''): ObjectPage {
  const items = keys.filter(key => key.startsWith(prefix + search)).map(key => folderItem(key, prefix))
  return { items, next_token: null, exists: true }
}

/** `key`: the folder's whole prefix. */
export function folderItem(key: string, prefix: string): ObjectItem {
  const nothing = { size: null, last_modified: null, etag: null, storage_class: null }
  return { type: 'folder', key, name: key.slice(prefix.length), ...nothing }
}

export function fileItem(object: ListedObject, prefix: string): ObjectItem {
  return {
    type: 'file',
    key: object.Key,
    name: object.Key.slice(prefix.length),
    size: object.Size ?? null,
    last_modified: object.LastModified ? Math.floor(object.LastModified.getTime() / 1000) : null,
    etag: object.ETag ?? null,
    storage_class: object.StorageClass ?? null,
  }
}

/** The storage's token with a digest of the listing: a token of another listing is refused. */
export function writeToken(token: string, listing: string): string {
  return Buffer.from(JSON.stringify([token, digest(listing)])).toString('base64url')
}

/** `field`: the one that the token came in. INVALID_REQUEST for a token of another listing. */
export function readToken(text: string, listing: string, field = 'next_token'): string {
  const token = tokenOf(text, listing)
  if (token === null) throw invalid(field, 'invalid')
  return token
}

/** Like `readToken`; null for a token of another listing. */
export function tokenOf(text: string, listing: string): string | null {
  const [token, of] = parse(Buffer.from(text, 'base64url').toString('utf8'))
  return typeof token === 'string' && of === digest(listing) ? token : null
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function digest(listing: string): string {
  return createHash('sha256').update(listing).digest('base64url').slice(0, 16)
}
