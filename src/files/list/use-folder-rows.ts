import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useLanguage } from '../../i18n/text.ts'
import { rowOrder } from './columns.ts'
import { filterAndSort, filterAndSortAsync, type RowOptions } from './filter-and-sort.ts'
import type { FolderView } from './folder-view.ts'
import { compareKeys } from './listing-pages.ts'
import { type Listing, useListing } from './use-listing.ts'

/** Maximum number of names loaded to search or sort a folder. */
export const readLimit = 10_000
/** Rows that are filtered and sorted during rendering; more are processed asynchronously. */
const syncLimit = 1000

export type FolderRows = {
  listing: Listing
  /** The visible rows, filtered and sorted. */
  rows: readonly ObjectItem[]
  /** Whether there are too many names to sort, or to search other than by prefix. */
  tooMany: boolean
  /** Loads more rows at the end of the list. */
  loadMore: () => void
}

/**
 * The rows of a folder with search and sort order. Search and sort load the rest of the folder, up to `readLimit` names;
 * beyond them the storage searches by prefix. `loadAll` loads the rest too.
 */
export function useFolderRows(
  place: Place,
  view: FolderView,
  enabled: boolean,
  loadAll: boolean,
): FolderRows {
  const { search, sort } = view
  const listing = useListing(place, '', enabled)
  const { rows, complete, error, loading, loadMore, removeKeys } = listing
  const tooMany = !complete && rows.length >= readLimit
  const loadingAll = loadAll || ((search !== '' || sort !== null) && !tooMany)
  // Each loaded page triggers the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (loadingAll && !complete && !loading && !error) loadMore()
  }, [loadingAll, complete, loading, error, loadMore, rows])

  const prefixMatches = useListing(place, search, enabled && tooMany && search !== '')
  const candidates = useMemo(
    () => (search !== '' && tooMany ? appendAfter(rows.slice(0, readLimit), prefixMatches.rows) : rows),
    [rows, search, tooMany, prefixMatches.rows],
  )
  const removeFromBoth = useCallback(
    (keys: ReadonlySet<string>) => {
      removeKeys(keys)
      prefixMatches.removeKeys(keys)
    },
    [removeKeys, prefixMatches.removeKeys],
  )
  return {
    listing: { ...listing, removeKeys: removeFromBoth },
    rows: useFilteredAndSorted(candidates, view, listing, place),
    tooMany,
    loadMore: search !== '' && tooMany ? prefixMatches.loadMore : loadMore,
  }
}

/** In key order, without duplicates. */
function appendAfter(rows: readonly ObjectItem[], more: readonly ObjectItem[]): readonly ObjectItem[] {
  const last = rows.at(-1)
  return last ? [...rows, ...more.filter(({ key }) => compareKeys(key, last.key) > 0)] : more
}

/** Sorts by the chosen order once the folder is loaded; by name if it has a single page. */
function useFilteredAndSorted(
  rows: readonly ObjectItem[],
  { search, sort }: FolderView,
  { complete, isSinglePage }: Listing,
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
