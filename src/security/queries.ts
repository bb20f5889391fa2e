import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

export const methodKey = ['method-security'] as const
export const sessionsKey = ['sessions'] as const

/** How the user confirms acts, and whether two-step verification is on. */
export function useMethodSecurity() {
  return useQuery({
    queryKey: methodKey,
    queryFn: ({ signal }) => dataOf(api.GET('/user/method-security', { signal })),
  })
}

/** Where the user is signed in, this session first. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => {
      const { sessions } = await dataOf(api.GET('/user/sessions', { signal }))
      return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
    },
  })
}
