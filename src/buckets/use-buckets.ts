import { useQuery } from '@tanstack/react-query'
import type { Bucket } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'

export const bucketsKey = ['buckets'] as const

/** The account's buckets, by name. */
export function useBuckets() {
  return useQuery<Bucket[], ApiError>({
    queryKey: bucketsKey,
    queryFn: async ({ signal }) => (await dataOf(api.GET('/bucket', { signal }))).buckets,
  })
}
