import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'

export const profileKey = ['profile'] as const

/** The signed-in user's profile. */
export function useProfile() {
  return useQuery<Profile, ApiError>({
    queryKey: profileKey,
    queryFn: ({ signal }) => dataOf(api.GET('/user/info', { signal })),
  })
}
