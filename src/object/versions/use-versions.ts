import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { VersionPage } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { type ApiError, dataOf } from '../../api/result.ts'
import { refetchFolders } from '../../objects/use-listing.ts'
import { storageChanged } from '../../session/sizes.ts'

const pageSize = 50

const keyOf = (bucket: string, path: string) => ['versions', bucket, path] as const

/** The versions and delete markers of a file, newest first, in pages. */
export function useVersions(bucket: string, path: string) {
  return useInfiniteQuery<
    VersionPage,
    ApiError,
    VersionPage['versions'],
    ReturnType<typeof keyOf>,
    string | null
  >({
    queryKey: keyOf(bucket, path),
    initialPageParam: null,
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/objects/versions', {
          params: {
            query: {
              ...{ bucket, prefix: path, exact: true, page_size: pageSize },
              ...(pageParam !== null && { next_token: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: last => last.next_token,
    select: data => data.pages.flatMap(page => page.versions),
  })
}

/** Invalidates all data of the file after a change of its versions. */
export function useInvalidateVersions(bucket: string, path: string): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    storageChanged()
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(bucket, path) }),
      client.invalidateQueries({ queryKey: ['object details', bucket, path] }),
      client.invalidateQueries({ queryKey: ['object-lock', bucket, path] }),
      refetchFolders(client, bucket),
    ])
  }
}
