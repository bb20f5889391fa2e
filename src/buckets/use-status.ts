import { queryOptions, useQuery } from '@tanstack/react-query'
import { type RefCallback, useCallback, useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import type { BucketStatus } from '../../openapi/schema.ts'
import { keyOf } from '../api/query.ts'
import { useUser } from '../session/flow.ts'
import { statusOf } from './status-batch.ts'

/** The features of a bucket, batched with those of others. */
export const statusQuery = (bucket: string) =>
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
