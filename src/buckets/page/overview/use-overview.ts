import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.ts'

export function useOverview(bucket: string) {
  return useQuery(read('/bucket/overview', { query: { bucket } }))
}
