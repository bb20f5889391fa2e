import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectCount } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { keyOf } from '../../api/query.ts'
import { type ApiError, dataOf } from '../../api/result.ts'
import { useUser } from '../../session/flow.ts'

/** Maximum calls: about 200,000 files in one folder. */
const maxCalls = 20

/** A folder by its index, and its page. */
type Cursor = { at: number; token: string | null }

type FolderCount = {
  files: number
  bytes: number
  /** `whole`: all are counted; `cut`: the count stopped at the limit. */
  state: 'whole' | 'counting' | 'cut'
}

/** Counts the files below folders, recursively, with intermediate results. */
export function useFolderCount(bucket: string, folders: readonly string[]) {
  const mayCount = mayCall(useUser(), 'countObjects')
  const query = useInfiniteQuery<ObjectCount, ApiError, FolderCount, QueryKey, Cursor>({
    queryKey: keyOf('/objects/count', { query: { bucket, folders } }),
    initialPageParam: { at: 0, token: null },
    enabled: mayCount && folders.length > 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
    queryFn: ({ pageParam: { at, token }, signal }) => {
      const query = { bucket, prefix: folders[at] ?? '', ...(token !== null && { next_token: token }) }
      return dataOf(api.GET('/objects/count', { params: { query }, signal }))
    },
    getNextPageParam(last, all, cursor) {
      const next = nextCursor(cursor, last.next_token, folders)
      return all.length < maxCalls ? next : null
    },
    select: ({ pages, pageParams }) => ({
      files: pages.reduce((sum, { files }) => sum + files, 0),
      bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0),
      state:
        nextCursor(pageParams.at(-1), pages.at(-1)?.next_token, folders) === null
          ? 'whole'
          : pages.length < maxCalls
            ? 'counting'
            : 'cut',
    }),
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return query
}

function nextCursor(
  { at }: Pick<Cursor, 'at'> = { at: 0 },
  next: string | null = null,
  folders: readonly string[],
): Cursor | null {
  if (next !== null) return { at, token: next }
  return at + 1 < folders.length ? { at: at + 1, token: null } : null
}
