import { queryOptions, useQuery } from '@tanstack/react-query'
import { type RefCallback, useCallback, useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import type { BucketStatus } from '../../openapi/schema.ts'
import { batched } from '../api/batch.ts'
import { api } from '../api/client.ts'
import { keyOf, read } from '../api/query.ts'
import { dataOf } from '../api/result.ts'
import { useUser } from '../session/flow.ts'

export function useBuckets() {
  return useQuery({ ...read('/bucket'), select: ({ buckets }) => buckets })
}

/** The public access of a bucket, read each time it is shown. */
export function useAcl(bucket: string) {
  return useQuery({ ...read('/bucket/acl', { query: { bucket } }), gcTime: 0 })
}

export function useOverview(bucket: string) {
  return useQuery(read('/bucket/overview', { query: { bucket } }))
}

/** Buckets per request: the limit of `getBucketStatus`. */
const statusBatchSize = 50

const statusOf = batched<BucketStatus>(statusBatchSize, async bucket => {
  const { buckets } = await dataOf(api.GET('/bucket/status', { params: { query: { bucket } } }))
  return new Map(buckets.map(status => [status.bucket, status]))
})

/** The features of a bucket, batched with those of others. */
const statusQuery = (bucket: string) =>
  queryOptions({
    queryKey: keyOf('/bucket/status', { query: { bucket } }),
    queryFn: () => statusOf(bucket),
    meta: { quiet: true },
  })

/** The features of a bucket, loaded once the element with the ref becomes visible; undefined until then. */
export function useStatus(bucket: string): [ref: RefCallback<Element>, status: BucketStatus | undefined] {
  const mayAsk = mayCall(useUser(), 'getBucketStatus')
  const [seen, setSeen] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { data } = useQuery({ ...statusQuery(bucket), enabled: seen && mayAsk })
  return [ref, data]
}

/** Whether the bucket keeps versions; undefined until it is loaded, null if the storage does not report it. */
export function useVersioning(bucket: string): BucketStatus['versioning'] | undefined {
  const mayAsk = mayCall(useUser(), 'getBucketStatus')
  const { data } = useQuery({ ...statusQuery(bucket), enabled: mayAsk, staleTime: 60_000 })
  return data?.versioning
}
