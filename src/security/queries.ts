import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'

/** How the user confirms acts, and whether two-step verification is on. */
export function useMethodSecurity() {
  return useQuery(read('/user/method-security'))
}

/** Where the user is signed in, this session first. */
export function useSessions() {
  return useQuery({
    ...read('/user/sessions'),
    select: ({ sessions }) => sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
  })
}
