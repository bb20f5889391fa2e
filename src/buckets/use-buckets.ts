import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

export const bucketsKey = ['buckets'] as const

/** The account's buckets, by name. */
export function useBuckets() {
  return useQuery({
    queryKey: bucketsKey,
    meta: { sizes: true },
    queryFn: async ({ signal }) => (await dataOf(api.GET('/bucket', { signal }))).buckets,
  })
}
