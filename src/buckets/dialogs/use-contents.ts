import { useQuery } from '@tanstack/react-query'
import type { BucketContents } from '../../../openapi/schema.ts'
import { read } from '../../api/query.ts'

/** The contents of a bucket, counted each time; null: it failed, undefined: still counting. */
export function useContents(bucket: string): BucketContents | null | undefined {
  const { data, isPending } = useQuery({
    ...read('/bucket/contents', { query: { bucket } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return isPending ? undefined : (data ?? null)
}

export function holdsAnything({ files, versions, uploads }: BucketContents): boolean {
  return files + versions + uploads > 0
}
