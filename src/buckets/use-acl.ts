import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { statusKey } from './use-status.ts'

const aclKey = (bucket: string) => ['bucket-acl', bucket]

/** What everybody may read of a bucket, asked anew each time that it is shown. */
export function useAcl(bucket: string) {
  return useQuery({
    queryKey: aclKey(bucket),
    queryFn: ({ signal }) => dataOf(api.GET('/bucket/acl', { params: { query: { bucket } }, signal })),
    gcTime: 0,
  })
}

/** Reads anew what is shown of a bucket's access. */
export function useAclChanged(bucket: string): () => Promise<unknown> {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: aclKey(bucket) }),
        client.invalidateQueries({ queryKey: statusKey(bucket) }),
      ]),
    [client, bucket],
  )
}
