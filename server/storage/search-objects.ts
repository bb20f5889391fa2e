import type { S3Client } from '@aws-sdk/client-s3'
import { unaccented } from '../../domain/folded.ts'
import { matchesName, type NameWord, rankOfName } from '../../domain/name-search.ts'
import type { FoundObject } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { FoundPage, NameOrder, SearchWanted } from '../s3/search.ts'
import { listPage } from './list-objects.ts'
import type { ListedObject } from './read-listing.ts'

/** The search of a storage in this process, with the rights of the keys. BUCKET_NOT_FOUND */
export type SearchHere = (keys: KeyPair, wanted: SearchWanted) => Promise<FoundPage>

/** A folder to list, by bucket and prefix. */
export type Root = { bucket: string; prefix: string }

/**
 * Where a page begins: at the key after `key` in a root. `after`: the last result of the page before, by the value that
 * it is sorted by, its bucket and its key.
 */
export type ScanPosition = { root: Root; key: string; after: [value: number, place: string] | null }

export type Scan = {
  /** In order. */
  roots: readonly Root[]
  /** Roots that the caller named: what the storage refuses there is an error. */
  isNamed: boolean
  words: readonly NameWord[]
  order: NameOrder
  limit: number
  at: ScanPosition | null
  accepts(object: ListedObject): boolean
  signal: AbortSignal
}

export type ScanPage = {
  results: FoundObject[]
  next: ScanPosition | null
  looked: number
  complete: boolean
}

/** List requests of one page, and keys of one request. */
const CALLS = 10
const KEYS = 1000

type Match = { found: FoundObject; value: number; place: string }

/** One page of the objects whose keys match, by listing the roots with the caller's own client. */
export async function scanNames(client: S3Client, scan: Scan): Promise<ScanPage> {
  const { words, order, at } = scan
  const matches: Match[] = []
  let looked = 0
  const look = (bucket: string, object: ListedObject) => {
    looked += 1
    const folded = unaccented(object.Key)
    if (!matchesName(words, folded) || !scan.accepts(object)) return
    const found = foundObject(bucket, object)
    const { size, last_modified } = found
    const value =
      order === 'best' ? -rankOfName(words, folded) : ((order === 'newest' ? last_modified : size) ?? 0)
    matches.push({ found, value, place: `${bucket}/${object.Key}` })
  }
  const rest = await listRoots(client, scan, look)
  const left = matches.filter(match => at?.after == null || compare(match, at.after) > 0)
  left.sort((a, b) => compare(a, [b.value, b.place]))
  const page = left.slice(0, scan.limit)
  const last = page.at(-1)
  const start = at ?? { root: scan.roots[0]!, key: '' }
  const next: ScanPosition | null =
    last && left.length > page.length
      ? { root: start.root, key: start.key, after: [last.value, last.place] }
      : rest
  return { results: page.map(({ found }) => found), next, looked, complete: rest === null }
}

/** Lists up to `CALLS` pages from the position on; returns where the next ones begin. */
async function listRoots(
  client: S3Client,
  { roots, at, isNamed, signal }: Scan,
  look: (bucket: string, object: ListedObject) => void,
): Promise<ScanPosition | null> {
  let calls = 0
  let key = at?.key ?? ''
  for (const root of roots) {
    if (at && compareRoots(root, at.root) < 0) continue
    if (at && compareRoots(root, at.root) > 0) key = ''
    for (let token: string | undefined, more = true; more; ) {
      if (calls === CALLS) return { root, key, after: null }
      signal.throwIfAborted()
      calls += 1
      const page = await listPage(client, { ...root, size: KEYS, token, after: key }).catch(error => {
        if (isNamed || !isRefusal(error)) throw error
        return null
      })
      for (const object of page?.files ?? []) look(root.bucket, object)
      key = page?.files.at(-1)?.Key ?? key
      token = page?.token
      more = token !== undefined
    }
    key = ''
  }
  return null
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'ACCESS_DENIED' || error.code === 'BUCKET_NOT_FOUND')

function foundObject(bucket: string, object: ListedObject): FoundObject {
  return {
    bucket,
    key: object.Key,
    size: object.Size ?? null,
    last_modified: object.LastModified ? Math.floor(object.LastModified.getTime() / 1000) : null,
    etag: object.ETag ?? null,
    storage_class: object.StorageClass ?? null,
  }
}

const text = ({ bucket, prefix }: Root) => `${bucket}/${prefix}`

/** By code units, as `tidied` of domain/scope.ts orders folders. */
export function compareRoots(a: Root, b: Root): number {
  if (text(a) === text(b)) return 0
  return text(a) < text(b) ? -1 : 1
}

/** Below 0 if the match is before the other: larger values first, then by bucket and key. */
function compare({ value, place }: Match, [otherValue, otherPlace]: [number, string]): number {
  if (value !== otherValue) return otherValue - value
  if (place === otherPlace) return 0
  return place < otherPlace ? -1 : 1
}
