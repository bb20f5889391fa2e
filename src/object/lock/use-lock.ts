import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'

/** A version of a file; the current one without `version_id`. */
export type VersionRef = { bucket: string; path: string; version_id?: string }

const keyOf = ({ bucket, path, version_id }: VersionRef) =>
  ['object-lock', bucket, path, version_id ?? null] as const

/** The retention and legal hold of a version, and whether its bucket has object lock. */
export function useLock(version: VersionRef, enabled = true) {
  return useQuery({
    queryKey: keyOf(version),
    queryFn: ({ signal }) => dataOf(api.GET('/objects/retention', { params: { query: version }, signal })),
    gcTime: 0,
    enabled,
  })
}

/** Invalidates the lock after a change, or after a conflicting one. */
export function useInvalidateLock({ bucket, path }: VersionRef): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['object-lock', bucket, path] })
}
