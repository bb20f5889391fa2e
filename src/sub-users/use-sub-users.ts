import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'

/** The account's sub-users, by name. */
export function useSubUsers() {
  return useQuery({ ...read('/user-management'), select: ({ users }) => users })
}
