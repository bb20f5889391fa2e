import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'

/** The account's notification groups, by name. */
export function useGroups() {
  return useQuery({ ...read('/user/notification-groups'), select: ({ groups }) => groups })
}

/** The last alerts, the newest first. */
export function useAlerts() {
  return useQuery({ ...read('/user/alerts'), select: ({ alerts }) => alerts })
}
