import * as v from 'valibot'
import type { ObjectPage } from '../../openapi/schema.ts'
import { invalid } from '../errors/problem.ts'
import type {
  FolderCount,
  FolderOrder,
  FolderPosition,
  RowPlace,
  RowsAt,
  RowsPage,
  RowsWanted,
  SortedPage,
  SortedWanted,
} from '../s3/folder.ts'
import type { KeyPair } from '../s3/keys.ts'
import { fileItem, folderItem, tokenOf, writeToken } from './list-objects.ts'

/** What the index of a storage in this process knows of folders, with the rights of the keys; null until it is `ready`. */
export type FoldersHere = {
  ready(): boolean
  sorted(keys: KeyPair, wanted: SortedWanted): Promise<SortedPage | null>
  rows(keys: KeyPair, wanted: RowsWanted): Promise<RowsPage | null>
  count(keys: KeyPair, wanted: { bucket: string; prefix: string }): Promise<FolderCount | null>
}

const orders = {
  '-name': { by: 'name', descending: true },
  size: { by: 'size', descending: false },
  '-size': { by: 'size', descending: true },
  modified: { by: 'modified', descending: false },
  '-modified': { by: 'modified', descending: true },
} as const satisfies Record<string, FolderOrder>

export type Sort = 'name' | keyof typeof orders

const whole = v.pipe(v.number(), v.safeInteger())
const storedPosition = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ folder: v.string() }),
    v.object({ before: v.string() }),
    v.object({ value: whole, seq: whole }),
  ]),
)

type Request = {
  bucket: string
  prefix: string
  pageSize: number
  nextToken?: string | undefined
  sort: Sort
}

/** One page in the order; null if it is one of a listing: by name, or after such a page. */
export async function sortedHere(
  here: FoldersHere,
  keys: KeyPair,
  { bucket, prefix, pageSize: limit, nextToken, sort }: Request,
): Promise<ObjectPage | null> {
  if (sort === 'name') return null
  const listing = `${sort} ${prefix}`
  const at = nextToken === undefined ? null : positionOf(tokenOf(nextToken, listing))
  if (nextToken !== undefined && at === null) return null
  const page = await here.sorted(keys, { bucket, prefix, order: orders[sort], at, limit })
  if (!page) return null
  const items = itemsOf(page, prefix)
  const next_token = page.next && writeToken(JSON.stringify(page.next), listing)
  return { items, next_token, exists: page.exists, sortable: true }
}

const itemsOf = ({ entries }: Pick<SortedPage, 'entries'>, prefix: string) =>
  entries.map(entry =>
    typeof entry === 'string'
      ? folderItem(entry, prefix)
      : fileItem(
          {
            ...{ Key: entry.key, Size: entry.size, LastModified: new Date(entry.modified) },
            ...{ ETag: `"${entry.etag}"`, StorageClass: entry.storageClass },
          },
          prefix,
        ),
  )

/** Null for a token of a listing. A caller can forge one. */
function positionOf(token: string | null): FolderPosition | null {
  if (token === null) return null
  const position = v.safeParse(storedPosition, token)
  if (!position.success) throw invalid('next_token', 'invalid')
  return position.output
}

const storedPlace = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    beside: v.picklist(['after', 'before']),
    place: v.object({
      segment: v.picklist([0, 1]),
      bound: v.nullable(v.union([v.string(), v.object({ value: whole, seq: whole })])),
    }),
  }),
)

/** Where a page of rows begins, instead of a token. `value`: bytes or unix seconds, by the order. */
export type RowsFrom = { position: number } | { name: string } | { value: number }

/**
 * The rows of a folder from a place on, or those of the token of such a page; null for a token of another page, and while
 * the index is not ready.
 */
export async function rowsHere(
  here: FoldersHere,
  keys: KeyPair,
  { bucket, prefix, pageSize: limit, nextToken, sort, from }: Request & { from: RowsFrom | null },
): Promise<ObjectPage | null> {
  const listing = `rows ${sort} ${prefix}`
  const token = nextToken === undefined ? null : tokenOf(nextToken, listing)
  const order = sort === 'name' ? ({ by: 'name', descending: false } as const) : orders[sort]
  const at = token === null ? from && atOf(from, order.by) : besideOf(token)
  if (at === null) return null
  const page = await here.rows(keys, { bucket, prefix, order, at, limit })
  if (!page) return null
  const tokenAt = (beside: 'after' | 'before', place: RowPlace | null) =>
    place && writeToken(JSON.stringify({ beside, place }), listing)
  return {
    items: itemsOf(page, prefix),
    next_token: tokenAt('after', page.next),
    previous_token: tokenAt('before', page.previous),
    position: page.position,
    total: page.total,
    ...{ exists: page.exists, sortable: true },
  }
}

function atOf(from: RowsFrom, by: FolderOrder['by']): RowsAt {
  return 'value' in from && by === 'modified' ? { value: from.value * 1000 } : from
}

function besideOf(token: string): RowsAt {
  const stored = v.safeParse(storedPlace, token)
  if (!stored.success) throw invalid('next_token', 'invalid')
  const { beside, place } = stored.output
  return beside === 'after' ? { after: place } : { before: place }
}
