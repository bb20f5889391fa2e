import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { SubUser, SubUserCounts } from '../../../openapi/schema.ts'
import { readPages } from '../../api/query.ts'
import { apiAddress } from '../../site/base-path.ts'
import type { Sorting as SortingBy } from '../../ui/sorting.ts'
import { addressOf, type Chosen, queryOf } from '../list-address.ts'

export const choices = {
  sort: ['name', 'email', 'expiry', 'last-sign-in'],
  status: ['active', 'invited', 'expired'],
  expires: ['within-30-days', 'later', 'expired', 'never'],
  permission: ['read', 'write', 'read-write', 'full-control'],
  never_signed_in: ['true', 'false'],
  /** The id of a group. */
  group: /^([0-9a-f-]{36}|none)$/,
} as const

export type SubUserList = Chosen<typeof choices>
export type Column = (typeof choices.sort)[number]
export type Sorting = SortingBy<Column>

type SubUserPage = {
  users: SubUser[]
  total: number
  counts: SubUserCounts
  next_token: string | null
}

const pageSize = 200

export const subUsersOf = (list: SubUserList) =>
  readPages('/user-management', { query: { ...queryOf(list), page_size: pageSize } })

/** The sub-users of a list, page by page, with their counts; those of before stay visible while another list loads. */
export function useSubUsers(list: SubUserList) {
  return useInfiniteQuery({
    ...subUsersOf(list),
    select: loaded,
    placeholderData: keepPreviousData,
    // It compares all rows with those of before, at each page.
    structuralSharing: false,
  })
}

const loaded = ({ pages }: InfiniteData<SubUserPage>) => {
  const { total, counts } = pages.at(-1)!
  return { users: pages.flatMap(page => page.users), total, counts }
}

/** The URL of the list as a CSV file. */
export function csvAddress(list: SubUserList): string {
  const query = addressOf(list).toString()
  return `${apiAddress}/user-management/csv${query && `?${query}`}`
}
