import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useLanguage } from '../../i18n/text.ts'
import { type Column, rowOrder, type Sort } from './columns.ts'
import { filterAndSort, filterAndSortAsync, type RowOptions } from './filter-and-sort.ts'
import type { FolderView } from './folder-view.ts'
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
  const { search, sort } = view
  const whole = useListing(place, '', enabled)
  const tooMany = !whole.complete && whole.rows.length >= readLimit
  const isStored = (column: Column) =>
    whole.sortable && search === '' && (tooMany ? storedColumns : storedColumns.slice(1)).includes(column)
  const stored = sort && !whole.complete && isStored(sort.column) ? (sort as StoredSort) : undefined
  const searching = search !== '' && tooMany
  /** What the storage sorts, or searches by prefix. */
  const other = useListing(place, search, enabled && (searching || stored !== undefined), stored)
  const listing = stored && (other.sortable || other.error) ? other : whole
  const { rows, complete, error, loading, loadMore } = listing
  const loadingAll = loadAll || ((search !== '' || sort !== null) && !tooMany && !stored)
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
  return {
    listing: { ...listing, removeKeys, upsert, refresh },
    rows: useFilteredAndSorted(candidates, view, listing === other ? unsorted : listing, place),
    tooMany,
    sort: listing.complete || listing === other ? sort : null,
    storedSort: listing === other ? stored : undefined,
    canSort: column => !tooMany || isStored(column),
    loadMore: searching ? other.loadMore : loadMore,
  }
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
    void filterAndSortAsync(rows, options, controller.signal).then(found => {
      if (found) setAsyncSorted({ folder, rows: found })
    })
    return () => controller.abort()
  }, [isSmall, rows, options, folder])
  return sorted ?? (asyncSorted?.folder === folder ? asyncSorted.rows : rows)
}
