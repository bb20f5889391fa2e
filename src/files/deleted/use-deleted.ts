import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readPages } from '../../api/query.ts'
import type { Place } from '../../buckets/folder-address.ts'

/** The deleted files below a folder, in pages. `searching`: nothing is found yet, and more pages follow. */
export function useDeleted({ bucket, prefix }: Place) {
  const query = useInfiniteQuery({
    ...readPages('/objects/deleted', { query: { bucket, prefix } }),
    gcTime: 0,
    select: data => data.pages.flatMap(page => page.items),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  // A page may be empty although more follow.
  const searching = data?.length === 0 && hasNextPage && !isError
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  return { ...query, searching }
}
