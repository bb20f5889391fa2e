import { useQuery } from '@tanstack/react-query'
import type { BucketContents } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

/** What a bucket holds, counted anew each time: null where it could not be; undefined until it is. */
export function useContents(bucket: string): BucketContents | null | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['bucket-contents', bucket],
    queryFn: ({ signal }) => dataOf(api.GET('/bucket/contents', { params: { query: { bucket } }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return isPending ? undefined : (data ?? null)
}

export function holdsAnything({ files, versions, uploads }: BucketContents): boolean {
  return files + versions + uploads > 0
}
