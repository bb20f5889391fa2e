import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import type { ObjectCount } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'
import { useUser } from '../session/provider.ts'

/** Calls after which folders are not counted any further: about 200,000 files in one. */
const callsAtMost = 20

const keyOf = (bucket: string, folders: readonly string[]) => ['folder count', bucket, folders] as const

/** The page of a folder, by its place among them. */
type Place = { at: number; token: string | null }

export type FolderCount = {
  files: number
  bytes: number
  /** Whether these are all, more are being counted, or there are more than it counts. */
  state: 'whole' | 'counting' | 'cut'
}

/** Counts what is below folders, those in their folders too, and tells how far it is. */
export function useFolderCount(bucket: string, folders: readonly string[]) {
  const mayAsk = mayCall(useUser(), 'countObjects')
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery<
    ObjectCount,
    ApiError,
    FolderCount,
    ReturnType<typeof keyOf>,
    Place
  >({
    queryKey: keyOf(bucket, folders),
    initialPageParam: { at: 0, token: null },
    enabled: mayAsk && folders.length > 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
    queryFn: ({ pageParam: { at, token }, signal }) => {
      const query = { bucket, prefix: folders[at] ?? '', ...(token !== null && { next_token: token }) }
      return dataOf(api.GET('/objects/count', { params: { query }, signal }))
    },
    getNextPageParam(last, all, place) {
      const next = nextPlace(place, last.next_token, folders)
      return all.length < callsAtMost ? next : null
    },
    select: ({ pages, pageParams }) => ({
      files: pages.reduce((sum, { files }) => sum + files, 0),
      bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0),
      state:
        nextPlace(pageParams.at(-1), pages.at(-1)?.next_token, folders) === null
          ? 'whole'
          : pages.length < callsAtMost
            ? 'counting'
            : 'cut',
    }),
  })
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return { count: data, error, retry: () => void (data ? fetchNextPage() : refetch()) }
}

function nextPlace(
  { at }: Pick<Place, 'at'> = { at: 0 },
  next: string | null = null,
  folders: readonly string[],
): Place | null {
  if (next !== null) return { at, token: next }
  return at + 1 < folders.length ? { at: at + 1, token: null } : null
}
