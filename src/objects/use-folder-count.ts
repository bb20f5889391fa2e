import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import type { ObjectCount } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'
import { useUser } from '../session/provider.ts'

/** Calls after which a folder is not counted any further: about 200,000 files. */
const callsAtMost = 20

const keyOf = (bucket: string, prefix: string) => ['folder count', bucket, prefix] as const

export type FolderCount = {
  files: number
  bytes: number
  /** Whether these are all, more are being counted, or there are more than it counts. */
  state: 'whole' | 'counting' | 'cut'
}

/** Counts what is below a folder, those in its folders too, and tells how far it is. */
export function useFolderCount(bucket: string, prefix: string) {
  const mayAsk = mayCall(useUser(), 'countObjects')
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery<
    ObjectCount,
    ApiError,
    FolderCount,
    ReturnType<typeof keyOf>,
    string | null
  >({
    queryKey: keyOf(bucket, prefix),
    initialPageParam: null,
    enabled: mayAsk,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
    queryFn: ({ pageParam, signal }) => {
      const query = { bucket, prefix, ...(pageParam !== null && { next_token: pageParam }) }
      return dataOf(api.GET('/objects/count', { params: { query }, signal }))
    },
    getNextPageParam: (last, all) => (all.length < callsAtMost ? last.next_token : null),
    select: ({ pages }) => ({
      files: pages.reduce((sum, { files }) => sum + files, 0),
      bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0),
      state: pages.at(-1)?.next_token === null ? 'whole' : pages.length < callsAtMost ? 'counting' : 'cut',
    }),
  })
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return { count: data, error, retry: () => void (data ? fetchNextPage() : refetch()) }
}
