import * as v from 'valibot'
import type { ObjectPage } from '../../openapi/schema.ts'
import { invalid } from '../errors/problem.ts'
import type { FolderCount, FolderOrder, FolderPosition, SortedPage, SortedWanted } from '../s3/folder.ts'
import type { KeyPair } from '../s3/keys.ts'
import { fileItem, folderItem, tokenOf, writeToken } from './list-objects.ts'

/** What the index of a storage in this process knows of folders, with the rights of the keys; null until it is `ready`. */
export type FoldersHere = {
  ready(): boolean
  sorted(keys: KeyPair, wanted: SortedWanted): Promise<SortedPage | null>
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
  const items = page.entries.map(entry =>
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
  const next_token = page.next && writeToken(JSON.stringify(page.next), listing)
  return { items, next_token, exists: page.exists, sortable: true }
}

/** Null for a token of a listing. A caller can forge one. */
function positionOf(token: string | null): FolderPosition | null {
  if (token === null) return null
  const position = v.safeParse(storedPosition, token)
  if (!position.success) throw invalid('next_token', 'invalid')
  return position.output
}
