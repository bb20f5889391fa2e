import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BucketAcl, OpenFiles } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { keyOf } from '../../../api/query.ts'
import { dataOf } from '../../../api/result.ts'

/** Files checked before the user is asked to continue, as stated in `sharing.open.goOn`. */
const filesAtOnce = 10_000

/** The files of a bucket that are public by their own ACL, as far as they were checked, and how to continue. */
export function useOpenFiles(bucket: string, { open_files: first, revision }: BucketAcl) {
  /** How many files to check, in this revision; null: only the first ones. */
  const [asked, ask] = useState<{ revision: string; until: number } | null>(null)
  const until = asked?.revision === revision ? asked.until : null
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: keyOf('/bucket/acl/open-files', { query: { bucket, after: first.next }, revision }),
    queryFn: ({ pageParam: after, signal }) =>
      dataOf(api.GET('/bucket/acl/open-files', { params: { query: { bucket, after } }, signal })),
    initialPageParam: first.next ?? '',
    getNextPageParam: (page: OpenFiles) => page.next,
    enabled: until !== null && first.next !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const pages = [first, ...(data?.pages ?? [])]
  const checked = pages.reduce((sum, page) => sum + page.checked, 0)
  const running = until !== null && checked < until && pages.at(-1)!.next !== null && !error

  useEffect(() => {
    if (running && hasNextPage && !isFetching) void fetchNextPage()
  }, [running, hasNextPage, isFetching, fetchNextPage])

  return {
    open: { files: pages.flatMap(page => page.files), checked, next: pages.at(-1)!.next },
    running,
    failure: error?.failure ?? null,
    goOn() {
      ask({ revision, until: checked + filesAtOnce })
      if (error) void fetchNextPage()
    },
    stop: () => ask({ revision, until: 0 }),
  }
}

export type OpenFilesFlow = ReturnType<typeof useOpenFiles>
