import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FoundObject, FoundObjects } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { keyOf, refetchFirstPage } from '../../api/query.ts'
import { type ApiError, dataOf } from '../../api/result.ts'
import { isBlank, type Search, type SearchBody, searchBody, searchQuery } from './filters.ts'
import { type FoundItem, inOrder, rowsMaker } from './found-items.ts'

/** Results of the first answer, and of each further one. */
const perAnswer = { first: 200, further: 1000 }
/** Rows that are looked for without being asked for. */
const least = 200
/** Maximum rows that are listed. */
export const rowLimit = 20_000
/** Answers of a listed storage after which nothing is searched again unless it is asked for: each takes a second. */
const mostAgain = 3

type Data = InfiniteData<FoundObjects, string | null>

const optionsOf = (body: SearchBody) =>
  infiniteQueryOptions<FoundObjects, ApiError, Data, ReturnType<typeof keyOf<SearchBody>>, string | null>({
    queryKey: keyOf('/objects/search', body),
    initialPageParam: null,
    staleTime: ({ state: { data } }) =>
      data?.pages[mostAgain]?.indexed === null ? 'static' : Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
    queryFn: ({ pageParam: cursor, signal }) => {
      const limit = cursor === null ? perAnswer.first : perAnswer.further
      return dataOf(
        api.POST('/objects/search', { body: { ...body, limit, ...(cursor !== null && { cursor }) }, signal }),
      )
    },
    getNextPageParam: (last, pages) => (foundIn(pages) < rowLimit ? last.next_cursor : null),
  })

const foundIn = (pages: readonly FoundObjects[]) =>
  pages.reduce((sum, { results }) => sum + results.length, 0)

export type Found = {
  rows: readonly FoundItem[]
  /** Names that were compared. */
  looked: number
  /** Whether all was looked at, and every result is listed. */
  complete: boolean
  /** Whether there are more results than `rowLimit`. */
  cut: boolean
  /** The share of names that can be found so far; null: the storage was listed, undefined: nothing was answered yet. */
  indexed: number | null | undefined
  /** Whether an answer is awaited. */
  asking: boolean
  /** Whether the user has stopped it, and it can go on. */
  stopped: boolean
  error: ApiError | null
  stop: () => void
  goOn: () => void
  /** Looks for more rows, at the end of the list. */
  loadMore: () => void
  refresh: () => Promise<void>
  removeKeys: (keys: ReadonlySet<string>, bucket: string) => void
}

/**
 * The results of a search, in one order. Further answers are asked for until there are enough rows, or all (`all`). Of a
 * storage that is listed the newest and the largest are known only once all of it was looked at.
 */
export function useFound(search: Search, all: boolean): Found {
  const client = useQueryClient()
  const name = searchQuery(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` is all of the search
  const options = useMemo(() => optionsOf(searchBody(search, Date.now() / 1000)), [name])
  const query = useInfiniteQuery({ ...options, enabled: !isBlank(search) })
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const [asked, setAsked] = useState({ name, rows: least, stopped: false })
  const { rows: wanted, stopped } = asked.name === name ? asked : { rows: least, stopped: false }
  const ask = useCallback(
    (change: { rows?: number; stopped?: boolean }) =>
      setAsked(now => ({ ...(now.name === name ? now : { name, rows: least, stopped: false }), ...change })),
    [name],
  )

  const rowsOf = useMemo(() => rowsMaker(search.query), [search.query])
  const pages = data?.pages
  const rows = useMemo(
    () => inOrder(rowsOf(pages?.flatMap(({ results }) => results) ?? []), search.order),
    [rowsOf, pages, search.order],
  )
  const last = pages?.at(-1)
  const isListed = last?.indexed === null
  const needsAll = all || (isListed && search.order !== 'best')
  const wantsMore = !stopped && !error && hasNextPage && (needsAll || rows.length < wanted)
  useEffect(() => {
    if (wantsMore && !isFetching) void fetchNextPage()
  }, [wantsMore, isFetching, fetchNextPage])

  const stop = useCallback(() => {
    ask({ stopped: true })
    void client.cancelQueries({ queryKey: options.queryKey })
  }, [ask, client, options])
  const goOn = useCallback(() => {
    ask({ stopped: false, rows: rows.length + least })
    void fetchNextPage()
  }, [ask, rows.length, fetchNextPage])
  const loadMore = useCallback(() => ask({ rows: rows.length + 1 }), [ask, rows.length])
  const refresh = useCallback(() => refetchFirstPage(client, options), [client, options])
  const removeKeys = useCallback(
    (keys: ReadonlySet<string>, bucket: string) => {
      const isLeft = (found: FoundObject) => found.bucket !== bucket || !keys.has(found.key)
      client.setQueryData<Data>(
        options.queryKey,
        data =>
          data && {
            ...data,
            pages: data.pages.map(page => ({ ...page, results: page.results.filter(isLeft) })),
          },
      )
    },
    [client, options],
  )
  return {
    rows,
    looked: pages?.reduce((sum, { looked_at }) => sum + looked_at, 0) ?? 0,
    complete: last !== undefined && last.next_cursor === null,
    cut: last !== undefined && last.next_cursor !== null && !hasNextPage,
    indexed: last?.indexed,
    asking: isFetching,
    stopped: stopped && !isFetching,
    error: isFetching ? null : error,
    ...{ stop, goOn, loadMore, refresh, removeKeys },
  }
}
