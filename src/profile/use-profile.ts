import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'

/** The signed-in user's profile. */
export function useProfile() {
  return useQuery(read('/user/info'))
}
