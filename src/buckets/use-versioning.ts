import { useQuery } from '@tanstack/react-query'
import { mayCall } from '../../domain/permissions.ts'
import type { BucketStatus } from '../../openapi/schema.ts'
import { useUser } from '../session/provider.ts'
import { statusOf } from './status-batch.ts'

/** Whether the bucket keeps versions; undefined until it is known, null where the storage does not tell. */
export function useVersioning(bucket: string): BucketStatus['versioning'] | undefined {
  const mayAsk = mayCall(useUser(), 'getBucketStatus')
  const { data } = useQuery({
    queryKey: ['versioning-status', bucket],
    queryFn: () => statusOf(bucket),
    enabled: mayAsk,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  return data?.versioning
}
