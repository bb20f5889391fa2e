import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

export const subUsersKey = ['sub-users'] as const

/** The account's sub-users, by name. */
export function useSubUsers() {
  return useQuery({
    queryKey: subUsersKey,
    queryFn: async ({ signal }) => (await dataOf(api.GET('/user-management', { signal }))).users,
  })
}
