import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'

export function useGroups() {
  return useQuery({ ...read('/user/notification-groups'), select: ({ groups }) => groups })
}

export function useAlerts() {
  return useQuery({ ...read('/user/alerts'), select: ({ alerts }) => alerts })
}
