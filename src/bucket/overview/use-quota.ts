import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { mayCall } from '../../../domain/permissions.ts'
import type { BucketQuota } from '../../../openapi/schema.ts'
import { read } from '../../api/query.ts'
import { useUser } from '../../session/flow.ts'

/** How much a bucket may hold, for those who may know; a storage without quotas has none. */
export function useBucketQuota(bucket: string): UseQueryResult<BucketQuota> {
  const enabled = mayCall(useUser(), 'getBucketQuota')
  return useQuery({
    ...read('/bucket/quota', { query: { bucket } }),
    enabled,
    meta: { quiet: true },
  })
}
