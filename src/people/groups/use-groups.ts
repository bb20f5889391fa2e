import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.ts'

export function useSubUserGroups() {
  return useQuery({ ...read('/user-management/groups'), select: ({ groups }) => groups })
}
