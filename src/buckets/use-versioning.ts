import { useQuery } from '@tanstack/react-query'
import { mayCall } from '../../domain/permissions.ts'
import type { BucketStatus } from '../../openapi/schema.ts'
import { useUser } from '../session/flow.ts'
import { statusQuery } from './use-status.ts'

/** Whether the bucket keeps versions; undefined until it is loaded, null if the storage does not report it. */
export function useVersioning(bucket: string): BucketStatus['versioning'] | undefined {
  const mayAsk = mayCall(useUser(), 'getBucketStatus')
  const { data } = useQuery({ ...statusQuery(bucket), enabled: mayAsk, staleTime: 60_000 })
  return data?.versioning
}
