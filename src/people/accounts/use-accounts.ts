import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { read, readPages } from '../../api/query.ts'
import { apiAddress } from '../../site/base-path.ts'
import type { Sorting as SortingBy } from '../../ui/sorting.ts'
import { addressOf, type Chosen, queryOf } from '../list-address.ts'

export const choices = {
  sort: ['name', 'usage', 'expiry'],
  status: ['active', 'invited', 'suspended', 'expired'],
  expires: ['within-30-days', 'later', 'expired', 'never'],
  over_quota: ['true', 'false'],
  never_signed_in: ['true', 'false'],
} as const

export type AccountsChosen = Chosen<typeof choices>
export type Sorting = SortingBy<(typeof choices.sort)[number]>

export const accountsOf = (list: AccountsChosen) => readPages('/user/list', { query: queryOf(list) })

/** The customers of a list, page by page; the previous ones stay visible while loading. */
export function useAccounts(list: AccountsChosen) {
  return useInfiniteQuery({
    ...accountsOf(list),
    select: ({ pages }) => pages,
    placeholderData: keepPreviousData,
  })
}

/** The URL of the list as a CSV file. */
export function csvAddress(list: AccountsChosen): string {
  const query = addressOf(list).toString()
  return `${apiAddress}/user/list/csv${query && `?${query}`}`
}

export function useSites() {
  return useQuery({
    ...read('/other/sites'),
    select: ({ places }) => places,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
