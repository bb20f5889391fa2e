import { useQuery } from '@tanstack/react-query'
import type { NotificationGroup } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'

export const groupsKey = ['notification-groups'] as const

/** The account's notification groups, by name. */
export function useGroups() {
  return useQuery<NotificationGroup[], ApiError>({
    queryKey: groupsKey,
    queryFn: async ({ signal }) => (await dataOf(api.GET('/user/notification-groups', { signal }))).groups,
  })
}
