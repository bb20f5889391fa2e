import type { InfiniteData } from '@tanstack/react-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'
import { type AuditFilter, queryOf } from './filter.ts'

type Page = { entries: AuditEntry[]; next_token: string | null }

const pageSize = 100
/** More entries than this are not kept on the page, so that memory stays bounded: the filter or the file has them. */
export const entryLimit = 10_000

/** The log's entries, the newest first, page by page. Begins anew each time that the screen is opened. */
export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery<Page, ApiError, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey: ['audit', filter],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/audit', {
          params: {
            query: {
              ...queryOf(filter),
              page_size: pageSize,
              ...(pageParam !== null && { next_token: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page, pages) => (pages.length * pageSize < entryLimit ? page.next_token : null),
    gcTime: 0,
  })
}
