import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

export const profileKey = ['profile'] as const

/** The signed-in user's profile. */
export function useProfile() {
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => dataOf(api.GET('/user/info', { signal })),
  })
}
