import { useInfiniteQuery } from '@tanstack/react-query'
import { readPages } from '../api/query.ts'
import { type AuditFilter, queryOf } from './filter.ts'

const pageSize = 100
/** More entries than this are not kept on the page, so that memory stays bounded: the filter or the file has them. */
export const entryLimit = 10_000

/** The log's entries, the newest first, page by page. Begins anew each time that the screen is opened. */
export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    ...readPages('/audit', { query: { ...queryOf(filter), page_size: pageSize } }),
    getNextPageParam: (page, pages) => (pages.length * pageSize < entryLimit ? page.next_token : null),
    gcTime: 0,
  })
}
