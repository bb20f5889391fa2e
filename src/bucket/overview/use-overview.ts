import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'

export const overviewKey = (bucket: string) => ['overview', bucket]

export function useOverview(bucket: string) {
  return useQuery({
    queryKey: overviewKey(bucket),
    meta: { sizes: true },
    queryFn: ({ signal }) => dataOf(api.GET('/bucket/overview', { params: { query: { bucket } }, signal })),
  })
}
