import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { mayCall } from '../../../domain/permissions.ts'
import type { BucketQuota } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'
import { useUser } from '../../session/provider.ts'

export const quotaKey = (bucket: string) => ['bucket-quota', bucket]

/** How much a bucket may hold, for those who may know; a storage without quotas has none. */
export function useBucketQuota(bucket: string): UseQueryResult<BucketQuota> {
  const enabled = mayCall(useUser(), 'getBucketQuota')
  return useQuery({
    queryKey: quotaKey(bucket),
    queryFn: ({ signal }) => dataOf(api.GET('/bucket/quota', { params: { query: { bucket } }, signal })),
    enabled,
    meta: { quiet: true },
  })
}
