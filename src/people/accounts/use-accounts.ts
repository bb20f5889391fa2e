import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { read, readPages } from '../../api/query.ts'

export const accountsOf = (search: string) => readPages('/user/list', { query: search ? { search } : {} })

/** The customers that match `search`, page by page; the previous ones stay visible while loading. */
export function useAccounts(search: string) {
  return useInfiniteQuery({
    ...accountsOf(search),
    select: ({ pages }) => pages,
    placeholderData: keepPreviousData,
  })
}

export function useSites() {
  return useQuery({
    ...read('/other/sites'),
    select: ({ places }) => places,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
