import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

export const groupsKey = ['notification-groups'] as const

/** The account's notification groups, by name. */
export function useGroups() {
  return useQuery({
    queryKey: groupsKey,
    queryFn: async ({ signal }) => (await dataOf(api.GET('/user/notification-groups', { signal }))).groups,
  })
}

/** The last alerts, the newest first. */
export function useAlerts() {
  return useQuery({
    queryKey: ['alerts'],
    queryFn: async ({ signal }) => (await dataOf(api.GET('/user/alerts', { signal }))).alerts,
  })
}
