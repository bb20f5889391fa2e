import type { S3Client } from '@aws-sdk/client-s3'
import { unaccented } from '../../domain/folded.ts'
import { matchesName, type NameWord, rankOfName } from '../../domain/name-search.ts'
import type { FoundObject } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { FoundPage, NameOrder, SearchWanted } from '../s3/search.ts'
import { listPage } from './list-objects.ts'
import type { ListedObject } from './read-listing.ts'
import { type ListAfter, type Span, scanKeys, withoutSpans } from './scan-keys.ts'

/** The search of a storage in this process, with the rights of the keys. BUCKET_NOT_FOUND */
export type SearchHere = (keys: KeyPair, wanted: SearchWanted) => Promise<FoundPage>

/** A folder to list, by bucket and prefix. */
export type Root = { bucket: string; prefix: string }

/** Where roots are listed from: what is left of one, and the roots after it. */
type Place = { root: Root; spans: Span[] }

/**
 * Where a page begins. `again`: what was listed up to `to` (null: to the end) has more results, after the one with this
 * value that it is sorted by, and this bucket and key; null: nothing is listed yet.
 */
export type ScanPosition = { from: Place; again: { to: Place | null; value: number; place: string } | null }

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

type Match = { found: FoundObject; value: number; place: string }

/** List requests of one page, those at once, and keys of one request. */
const usual = { calls: 40, width: 8, keys: 1000 }

const whole: Span[] = [{ after: '', before: null }]

/** One page of the objects whose keys match, by listing the roots with the caller's own client. `effort`: for tests. */
export async function scanNames(client: S3Client, scan: Scan, effort = usual): Promise<ScanPage> {
  const { words, order, limit, at } = scan
  const matches: Match[] = []
  let looked = 0
  function look(bucket: string, object: ListedObject): void {
    looked += 1
    const folded = unaccented(object.Key)
    if (!matchesName(words, folded) || !scan.accepts(object)) return
    const found = foundObject(bucket, object)
    const { size, last_modified } = found
    const value =
      order === 'best' ? -rankOfName(words, folded) : ((order === 'newest' ? last_modified : size) ?? 0)
    matches.push({ found, value, place: `${bucket}/${object.Key}` })
  }
  const rest = await listRoots(client, scan, effort, look)
  const again = at?.again ?? null
  const left = (again ? matches.filter(match => compare(match, again) > 0) : matches).sort(compare)
  const page = left.slice(0, limit)
  const last = page.at(-1)
  const from = at?.from ?? { root: scan.roots[0]!, spans: whole }
  const next: ScanPosition | null =
    last && left.length > page.length
      ? { from, again: { to: rest, value: last.value, place: last.place } }
      : rest && { from: rest, again: null }
  return {
    results: page.map(({ found }) => found),
    next,
    looked: again ? 0 : looked,
    complete: rest === null,
  }
}

/** Lists what the position says, or from it on with as many requests as a page may take; returns where what is left begins. */
async function listRoots(
  client: S3Client,
  { roots, at, isNamed, signal }: Scan,
  { calls: mostCalls, width, keys: size }: typeof usual,
  look: (bucket: string, object: ListedObject) => void,
): Promise<Place | null> {
  const to = at?.again?.to ?? null
  let calls = at?.again ? Number.NEGATIVE_INFINITY : 0
  for (const root of roots) {
    if (at && compareRoots(root, at.from.root) < 0) continue
    const begun = at && compareRoots(root, at.from.root) === 0 ? at.from.spans : whole
    // The last one may have gone meanwhile.
    if (to && compareRoots(root, to.root) > 0) return to
    const isLast = to !== null && compareRoots(root, to.root) === 0
    if (calls >= mostCalls) return { root, spans: begun }
    const list: ListAfter = async after => {
      signal.throwIfAborted()
      const { files, token } = await listPage(client, { ...root, size, after })
      return { files, more: token !== undefined }
    }
    const how = { prefix: root.prefix, width, mostCalls: mostCalls - calls }
    const spans = isLast ? withoutSpans(begun, to.spans) : begun
    const listed = await scanKeys(list, { ...how, spans }, files => {
      for (const object of files) look(root.bucket, object)
    }).catch(error => {
      if (isNamed || !isRefusal(error)) throw error
      return { left: [], calls: 1 }
    })
    if (isLast) return to
    if (listed.left.length > 0) return { root, spans: listed.left }
    calls += listed.calls
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
function compare(one: Match, other: Pick<Match, 'value' | 'place'>): number {
  if (one.value !== other.value) return other.value - one.value
  if (one.place === other.place) return 0
  return one.place < other.place ? -1 : 1
}
