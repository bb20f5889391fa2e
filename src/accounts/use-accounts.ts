import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { operations } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'

export const accountsKey = ['accounts'] as const

type AccountPage = operations['listAccounts']['responses']['200']['content']['application/json']

/** The customers that match `search`, page by page; the previous ones stay visible while loading. */
export function useAccounts(search: string) {
  return useInfiniteQuery<AccountPage, ApiError, AccountPage[], readonly string[], string | null>({
    queryKey: [...accountsKey, search],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/user/list', {
          params: { query: { ...(search && { search }), ...(pageParam && { next_token: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null,
    getNextPageParam: page => page.next_token,
    select: ({ pages }) => pages,
    placeholderData: keepPreviousData,
  })
}

/** The storage sites. */
export function useSites() {
  return useQuery({
    queryKey: ['sites'],
    queryFn: async ({ signal }) => (await dataOf(api.GET('/other/sites', { signal }))).places,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
