import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { ObjectItem, ObjectPage } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'
import type { Place } from '../buckets/folder-address.ts'
import { queryClient } from '../session/query-client.ts'
import { readSizes } from '../session/sizes.ts'
import { type Pages, withItems, withoutKeys } from './listing-pages.ts'

const pageSize = 1000
/** Rows that are kept of one folder at most; who looks for one beyond them searches by its beginning. */
export const rowLimit = 200_000
/** A listing that was left longer ago, in ms, is read anew. */
const freshFor = 30_000

type Data = InfiniteData<ObjectPage, string | null>

export type Listing = {
  rows: readonly ObjectItem[]
  /** Whether every row is here. */
  complete: boolean
  /** Whether there are more rows than are kept. */
  cut: boolean
  /** Whether all of it came with the first page. */
  short: boolean
  exists: boolean
  loading: boolean
  /** Whether the first page is being read, for the first time or again. */
  refreshing: boolean
  loadingMore: boolean
  /** Why there is nothing to show, or no next page. A refresh that fails leaves the rows. */
  error: ApiError | null
  /** Asks for the next page, unless the last time failed. */
  loadMore: () => void
  retryMore: () => void
  refresh: () => void
  /** Shows objects that were just made. */
  put: (items: readonly ObjectItem[]) => void
  /** Takes out what was just deleted. */
  drop: (keys: ReadonlySet<string>) => void
}

const keyOf = ({ bucket, prefix }: Place, search: string) => ['objects', bucket, prefix, search] as const

const listingOf = ({ bucket, prefix }: Place, search: string) =>
  infiniteQueryOptions<ObjectPage, ApiError, Data, ReturnType<typeof keyOf>, string | null>({
    queryKey: keyOf({ bucket, prefix }, search),
    initialPageParam: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/objects/paginate', {
          params: {
            query: {
              bucket,
              prefix,
              page_size: pageSize,
              ...(search && { search }),
              ...(pageParam && { next_token: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize >= rowLimit ? null : last.next_token),
  })

/** Asks for the first page of a folder that is about to be opened, unless it is there. */
export function prefetchListing(client: QueryClient, place: Place): void {
  void client.prefetchInfiniteQuery(listingOf(place, ''))
}

/** Reads the first page again, which then stands for all; until it is here, and if it fails, the rows stay. */
async function readAnew(client: QueryClient, options: ReturnType<typeof listingOf>): Promise<void> {
  await client.cancelQueries({ queryKey: options.queryKey })
  await client.infiniteQuery({ ...options, pages: 1, staleTime: 0 }).catch(() => undefined)
}

/** Reads the folders of a bucket again that are on the screen; the others when they are opened. */
export async function readFoldersAnew(client: QueryClient, bucket: string): Promise<void> {
  const queryKey = ['objects', bucket]
  client.removeQueries({ queryKey, type: 'inactive' })
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' })
  await Promise.all(
    shown.map(({ queryKey: [, , prefix, search] }) =>
      readAnew(client, listingOf({ bucket, prefix: String(prefix) }, String(search))),
    ),
  )
}

/** The files and folders right below a prefix, a page at a time; `search`: only names that begin with it. */
export function useListing(place: Place, search: string, enabled: boolean): Listing {
  const client = useQueryClient()
  const { bucket, prefix } = place
  const options = useMemo(() => listingOf({ bucket, prefix }, search), [bucket, prefix, search])
  const key = options.queryKey
  const query = useInfiniteQuery({
    ...options,
    enabled,
    placeholderData: (before, query) =>
      query?.queryKey[2] === prefix && query.queryKey[1] === bucket ? before : undefined,
  })
  useEffect(() => {
    const left = client.getQueryState(key)?.dataUpdatedAt ?? 0
    if (left > 0 && Date.now() - left > freshFor) void client.resetQueries({ queryKey: key })
  }, [client, key])

  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const failed = query.isRefetchError && query.error?.code !== 'BUCKET_NOT_FOUND' ? null : query.error
  const stuck = failed !== null
  const retryMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !stuck) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, stuck, fetchNextPage])
  const refresh = useCallback(() => {
    readSizes()
    void readAnew(client, options)
  }, [client, options])
  const put = useCallback(
    (items: readonly ObjectItem[]) => {
      const fitting = items.filter(item => item.name.startsWith(search))
      changePages(client, key, pages => withItems(pages, fitting))
    },
    [client, key, search],
  )
  const drop = useCallback(
    (keys: ReadonlySet<string>) => changePages(client, key, pages => withoutKeys(pages, keys)),
    [client, key],
  )

  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap(page => page.items) ?? [], [pages])
  const last = pages?.at(-1)
  const searching = query.isPlaceholderData
  return {
    rows,
    complete: !searching && last !== undefined && last.next_token === null,
    cut: last !== undefined && last.next_token !== null && !hasNextPage,
    short: pages?.length === 1 && last?.next_token === null,
    exists: pages?.[0]?.exists ?? true,
    loading: query.isPending && enabled,
    refreshing: query.isFetching && !isFetchingNextPage && !searching,
    loadingMore: isFetchingNextPage,
    error: failed,
    loadMore,
    retryMore,
    refresh,
    put,
    drop,
  }
}

/** The names in the folder, if it is on the screen and every one has been read; else null. */
export function listedNames(place: Place): Set<string> | null {
  const query = queryClient.getQueryCache().find<Data>({ queryKey: keyOf(place, '') })
  const pages = query?.isActive() ? query.state.data?.pages : undefined
  if (pages?.at(-1)?.next_token !== null) return null
  return new Set(pages.flatMap(page => page.items.map(item => item.name)))
}

function changePages(
  client: QueryClient,
  key: ReturnType<typeof keyOf>,
  change: (pages: Pages) => Pages,
): void {
  client.setQueryData<Data>(key, data => data && { ...data, pages: [...change(data.pages)] })
}
