import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { keyOf } from '../../api/query.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useLanguage } from '../../i18n/text.ts'
import { type Column, rowOrder, type Sort } from './columns.ts'
import { filterAndSort, type RowOptions } from './filter-and-sort.ts'
import type { FolderView } from './folder-view.ts'
import type { LargeParts, RowWindow } from './large/types.ts'
import { compareKeys } from './listing-pages.ts'
import { type Listing, type StoredSort, useListing } from './use-listing.ts'

/** Maximum number of names loaded to search or sort a folder. */
export const readLimit = 10_000
/** Rows that are filtered and sorted during rendering; more are processed asynchronously. */
const syncLimit = 1000

export type FolderRows = {
  listing: Listing
  /** The visible rows, filtered and sorted. */
  rows: readonly ObjectItem[]
  /** Whether there are too many names to sort here, or to search other than by prefix. */
  tooMany: boolean
  /** The order of the rows that was chosen, if they have it. */
  sort: Sort | null
  /** The order of the storage in which the listing is; undefined: by key. */
  storedSort: StoredSort | undefined
  canSort: (column: Column) => boolean
  /** Loads more rows at the end of the list. */
  loadMore: () => void
  /** Where the rows are among all of a folder that is too long to load; else null. */
  window: RowWindow | null
}

/**
 * The rows of a folder with search and sort order. Search and sort load the rest of the folder, up to `readLimit` names;
 * beyond them the storage searches by prefix, and sorts, if it can. `loadAll` loads the rest too.
 */
export function useFolderRows(
  place: Place,
  view: FolderView,
  enabled: boolean,
  loadAll: boolean,
): FolderRows {
  const client = useQueryClient()
  const { search, sort } = view
  const whole = useListing(place, '', enabled)
  const tooMany = !whole.complete && whole.rows.length >= readLimit
  const size = useLargeFolder(place, enabled && whole.sortable && !whole.complete)
  const isLarge = size.parts !== null
  const isStored = (column: Column) =>
    whole.sortable &&
    search === '' &&
    (tooMany || isLarge ? storedColumns : storedColumns.slice(1)).includes(column)
  const chosen = sort && !whole.complete && isStored(sort.column) ? (sort as StoredSort) : undefined
  const isByNumber = isLarge && search === '' && !loadAll
  const { column, descending } = chosen ?? byName
  const stored = useMemo<StoredSort | undefined>(
    () => (isByNumber ? { column, descending, rows: true } : chosen),
    [isByNumber, column, descending, chosen],
  )
  const searching = search !== '' && tooMany
  /** What the storage sorts, or searches by prefix. */
  const other = useListing(place, search, enabled && (searching || stored !== undefined), stored)
  const isReady = isByNumber ? !other.loading : other.sortable
  const listing = stored && (isReady || other.error) ? other : whole
  const { rows, complete, error, loading, loadMore } = listing
  const loadingAll =
    loadAll || ((search !== '' || (sort !== null && !isLarge)) && !tooMany && !stored && !size.isPending)
  // Each loaded page triggers the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (loadingAll && !complete && !loading && !error) loadMore()
  }, [loadingAll, complete, loading, error, loadMore, rows])

  const candidates = useMemo(
    () => (searching ? appendAfter(rows.slice(0, readLimit), other.rows) : rows),
    [rows, searching, other.rows],
  )
  const removeKeys = useCallback(
    (keys: ReadonlySet<string>) => {
      whole.removeKeys(keys)
      other.removeKeys(keys)
    },
    [whole.removeKeys, other.removeKeys],
  )
  const upsert = useCallback(
    (items: readonly ObjectItem[]) => {
      whole.upsert(items)
      other.upsert(items)
    },
    [whole.upsert, other.upsert],
  )
  async function refresh() {
    await Promise.all([whole.refresh(), stored && other.refresh()])
  }
  const { bucket, prefix } = place
  const jump = useMemo(
    () => stored?.rows && size.parts?.createJumps(client, { bucket, prefix }, stored),
    [client, bucket, prefix, stored, size.parts],
  )
  const extent = listing === other && size.parts ? size.parts.extentOf(listing.pages) : null
  const { base = 0, total = 0 } = extent ?? {}
  const { loadBefore } = listing
  const window = useMemo<RowWindow | null>(
    () => (total > 0 && jump && size.parts ? { base, total, jump, loadBefore, parts: size.parts } : null),
    [base, total, jump, loadBefore, size.parts],
  )
  return {
    listing: { ...listing, complete: listing.complete && !window, removeKeys, upsert, refresh },
    rows: useFilteredAndSorted(candidates, view, listing === other ? unsorted : listing, place),
    tooMany,
    sort: listing.complete || listing === other ? sort : null,
    storedSort: listing === other ? stored : undefined,
    canSort: column => !(tooMany || isLarge) || isStored(column),
    loadMore: searching ? other.loadMore : size.isPending && !stored ? later : loadMore,
    window,
  }
}

const byName: StoredSort = { column: 'name', descending: false }
const later = () => undefined

/** What a list needs of a folder with more than `readLimit` rows; null: it has fewer, or the storage does not count them. */
function useLargeFolder(
  { bucket, prefix }: Place,
  enabled: boolean,
): { parts: LargeParts | null; isPending: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: keyOf('/objects/count', { query: { bucket, prefix, rows: true } }),
    queryFn: async ({ signal }) => {
      const { countRows, parts } = await import('./large/large-folder.ts')
      const rows = await countRows({ bucket, prefix }, signal)
      return rows !== null && rows > readLimit ? parts : null
    },
    enabled,
    structuralSharing: false,
    meta: { quiet: true },
  })
  return { parts: (enabled && data) || null, isPending: isLoading }
}

/** Names of less than too many are sorted here, by the user's language. */
const storedColumns: readonly Column[] = ['name', 'size', 'modified']

/** Rows that keep the order of the storage. */
const unsorted = { complete: false, isSinglePage: false }

/** In key order, without duplicates. */
function appendAfter(rows: readonly ObjectItem[], more: readonly ObjectItem[]): readonly ObjectItem[] {
  const last = rows.at(-1)
  return last ? [...rows, ...more.filter(({ key }) => compareKeys(key, last.key) > 0)] : more
}

/** Sorts by the chosen order once the folder is loaded; by name if it has a single page. */
function useFilteredAndSorted(
  rows: readonly ObjectItem[],
  { search, sort }: FolderView,
  { complete, isSinglePage }: Pick<Listing, 'complete' | 'isSinglePage'>,
  { bucket, prefix }: Place,
): readonly ObjectItem[] {
  const { locale } = useLanguage()
  const collator = useMemo(() => new Intl.Collator(locale, { numeric: true }), [locale])
  const options = useMemo<RowOptions | null>(() => {
    const effectiveSort =
      complete && sort ? sort : isSinglePage ? ({ column: 'name', descending: false } as const) : null
    if (!effectiveSort && search === '') return null
    return { search, order: effectiveSort && rowOrder(effectiveSort, collator) }
  }, [search, sort, complete, isSinglePage, collator])
  const isSmall = options === null || rows.length <= syncLimit
  const sorted = useMemo(
    () => (isSmall ? (options ? filterAndSort(rows, options) : rows) : null),
    [isSmall, rows, options],
  )
  const folder = `${bucket}/${prefix}`
  const [asyncSorted, setAsyncSorted] = useState<{ folder: string; rows: readonly ObjectItem[] } | null>(null)
  useEffect(() => {
    if (isSmall || !options) return
    const controller = new AbortController()
    void import('./filter-and-sort-many.ts')
      .then(({ filterAndSortAsync }) => filterAndSortAsync(rows, options, controller.signal))
      .then(found => {
        if (found) setAsyncSorted({ folder, rows: found })
      })
      .catch((error: unknown) => console.warn('Could not sort the rows', error))
    return () => controller.abort()
  }, [isSmall, rows, options, folder])
  return sorted ?? (asyncSorted?.folder === folder ? asyncSorted.rows : rows)
}
