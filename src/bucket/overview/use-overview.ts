import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'

export function useOverview(bucket: string) {
  return useQuery({
    queryKey: ['overview', bucket],
    meta: { sizes: true },
    queryFn: ({ signal }) => dataOf(api.GET('/bucket/overview', { params: { query: { bucket } }, signal })),
  })
}
