import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { keyOf, refetchFirstPage, refetchFirstPages } from '../../api/query.ts'
import { type ApiError, dataOf } from '../../api/result.ts'
import type { Place } from '../../buckets/addresses.ts'
import { queryClient } from '../../session/query-client.ts'
import { readSizes } from '../../session/sizes.ts'
import type { Sort } from './columns.ts'
import { sortName } from './folder-view.ts'
import { type ListedPage, type Pages, storedOrder, withItems, withoutKeys } from './listing-pages.ts'

const pageSize = 1000
/** Maximum rows loaded of one folder; names beyond them are found by a prefix search. */
const rowLimit = 200_000
/** Most pages kept of rows by number: the farthest are dropped. */
const mostPages = 50
/** A listing older than this, in ms, is refetched. */
const staleAfter = 30_000

/** An order that a storage can have. */
export type StoredSort = Sort & {
  column: 'name' | 'size' | 'modified'
  /** Whether rows are read by their number, from anywhere on. */
  rows?: true
}

/** Where the rows begin that are read: at a number, or at a name. */
export type RowsFrom = { position: number } | { from: string }

export type ListingData = InfiniteData<ListedPage, string | null>

export type Listing = {
  rows: readonly ObjectItem[]
  pages: Pages
  /** Whether all rows are loaded. */
  complete: boolean
  /** Whether the folder has more rows than `rowLimit`. */
  cut: boolean
  /** Whether the first page has all rows. */
  isSinglePage: boolean
  /** Whether the storage has the folder in other orders. */
  sortable: boolean
  exists: boolean
  /** Whether the server reports changes of the folder; undefined: it cannot change. */
  live: boolean | undefined
  loading: boolean
  loadingMore: boolean
  /** Why the first or next page did not load. A failed refresh keeps the rows and sets no error. */
  error: ApiError | null
  /** Loads the next page, unless the last attempt failed; of rows by number also that before. */
  loadMore: () => void
  loadBefore: () => void
  retryMore: () => void
  refresh: () => Promise<void>
  /** Inserts or replaces items. */
  upsert: (items: readonly ObjectItem[]) => void
  removeKeys: (keys: ReadonlySet<string>) => void
}

export const listingKey = ({ bucket, prefix }: Place, search: string, sort?: StoredSort) =>
  keyOf('/objects/paginate', { query: { bucket, prefix, search, ...(sort && { sort }) } })

const firstRow = { position: 0 }

/** `token`: of the page beside it. @throws ApiError */
export async function readPage(
  { bucket, prefix }: Place,
  search: string,
  sort: StoredSort | undefined,
  token: string | RowsFrom | null,
  signal: AbortSignal,
  size = pageSize,
): Promise<ListedPage & { readAt: number }> {
  const readAt = performance.now()
  const query = {
    bucket,
    prefix,
    page_size: size,
    ...(search && { search }),
    ...(sort && { sort: sortName(sort) }),
    ...(typeof token === 'string' ? { next_token: token } : (token ?? (sort?.rows && firstRow))),
  }
  return { ...(await dataOf(api.GET('/objects/paginate', { params: { query }, signal }))), readAt }
}

const listingOptions = ({ bucket, prefix }: Place, search: string, sort?: StoredSort) =>
  infiniteQueryOptions<ListedPage, ApiError, ListingData, ReturnType<typeof listingKey>, string | null>({
    queryKey: listingKey({ bucket, prefix }, search, sort),
    initialPageParam: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
    queryFn: ({ pageParam, signal }) => readPage({ bucket, prefix }, search, sort, pageParam, signal),
    getNextPageParam: (last, pages) =>
      !sort?.rows && pages.length * pageSize >= rowLimit ? null : last.next_token,
    ...(sort?.rows && { maxPages: mostPages, getPreviousPageParam: first => first.previous_token ?? null }),
  })

/** Loads the first page of a folder that is about to be opened, unless it is cached. */
export function prefetchListing(client: QueryClient, place: Place): void {
  void client.prefetchInfiniteQuery(listingOptions(place, ''))
}

/** Sets `items` as the whole content of a folder. */
export function showListing(client: QueryClient, place: Place, items: ObjectItem[]): void {
  const pages = [{ items, exists: true, next_token: null }]
  client.setQueryData<ListingData>(listingKey(place, ''), { pages, pageParams: [null] })
}

/** Loads the visible folders of a bucket again, and drops the others from the cache. */
export async function refetchFolders(client: QueryClient, bucket: string): Promise<void> {
  const queryKey = keyOf('/objects/paginate', { query: { bucket } })
  client.removeQueries({ queryKey, type: 'inactive' })
  await refetchFirstPages(client, queryKey, ([, { query }]: ReturnType<typeof listingKey>) =>
    listingOptions(query, query.search, query.sort),
  )
}

/**
 * The files and folders directly below a prefix, in pages; `search`: only names with this prefix. `sort`: in the storage's
 * order, if the listing is `sortable`.
 */
export function useListing(place: Place, search: string, enabled: boolean, sort?: StoredSort): Listing {
  const client = useQueryClient()
  const { bucket, prefix } = place
  const options = useMemo(
    () => listingOptions({ bucket, prefix }, search, sort),
    [bucket, prefix, search, sort],
  )
  const key = options.queryKey
  const query = useInfiniteQuery({
    ...options,
    enabled,
    placeholderData(previous, query) {
      const asked = query?.queryKey[1].query
      const isSame = asked?.prefix === prefix && asked.bucket === bucket && !asked.sort === !sort
      return isSame ? previous : undefined
    },
  })
  useEffect(() => {
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt ?? 0
    if (updatedAt > 0 && Date.now() - updatedAt > staleAfter) void client.resetQueries({ queryKey: key })
  }, [client, key])

  const { fetchNextPage, fetchPreviousPage, hasNextPage, hasPreviousPage, isFetching, isFetchingNextPage } =
    query
  const error = query.isRefetchError && query.error?.code !== 'BUCKET_NOT_FOUND' ? null : query.error
  const hasError = error !== null
  const retryMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !hasError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, hasError, fetchNextPage])
  const loadBefore = useCallback(() => {
    if (hasPreviousPage && !isFetching && !hasError) void fetchPreviousPage()
  }, [hasPreviousPage, isFetching, hasError, fetchPreviousPage])
  const refresh = useCallback(() => {
    void readSizes()
    return refetchFirstPage(client, options)
  }, [client, options])
  const upsert = useCallback(
    (items: readonly ObjectItem[]) => {
      const matching = items.filter(item => item.name.startsWith(search))
      changePages(client, key, pages =>
        sort
          ? withItems(withoutKeys(pages, keysOf(matching)), matching, storedOrder(sort))
          : withItems(pages, matching),
      )
    },
    [client, key, search, sort],
  )
  const removeKeys = useCallback(
    (keys: ReadonlySet<string>) => changePages(client, key, pages => withoutKeys(pages, keys)),
    [client, key],
  )

  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap(page => page.items) ?? [], [pages])
  const last = pages?.at(-1)
  const searching = query.isPlaceholderData
  return {
    ...{ rows, pages: pages ?? noPages, loadBefore },
    complete: !searching && last !== undefined && last.next_token === null,
    cut: last !== undefined && last.next_token !== null && !hasNextPage,
    sortable: pages?.[0]?.sortable ?? false,
    isSinglePage: pages?.length === 1 && last?.next_token === null,
    exists: pages?.[0]?.exists ?? true,
    live: pages?.[0]?.live,
    loading: query.isPending && enabled,
    loadingMore: isFetchingNextPage,
    error,
    loadMore,
    retryMore,
    refresh,
    upsert,
    removeKeys,
  }
}

const noPages: Pages = []

/** The names in a visible folder that is fully loaded; else null. */
export function listedNames(place: Place): Set<string> | null {
  const query = queryClient.getQueryCache().find<ListingData>({ queryKey: listingKey(place, '') })
  const pages = query?.isActive() ? query.state.data?.pages : undefined
  if (pages?.at(-1)?.next_token !== null) return null
  return new Set(pages.flatMap(page => page.items.map(item => item.name)))
}

const keysOf = (items: readonly ObjectItem[]) => new Set(items.map(item => item.key))

/** The loaded pages of a folder. */
export function pagesOf(place: Place, sort?: StoredSort): Pages {
  return queryClient.getQueryData<ListingData>(listingKey(place, '', sort))?.pages ?? []
}

function changePages(
  client: QueryClient,
  key: ReturnType<typeof listingKey>,
  change: (pages: Pages) => Pages,
): void {
  client.setQueryData<ListingData>(key, data => data && { ...data, pages: [...change(data.pages)] })
}
