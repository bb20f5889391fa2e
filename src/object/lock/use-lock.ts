import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'

/** A version of a file; the current one without `version_id`. */
export type LockOf = { bucket: string; path: string; version_id?: string }

const keyOf = ({ bucket, path, version_id }: LockOf) =>
  ['object-lock', bucket, path, version_id ?? null] as const

/** What locks a version, and whether its bucket has object lock at all. */
export function useLock(of: LockOf, enabled = true) {
  return useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => dataOf(api.GET('/objects/retention', { params: { query: of }, signal })),
    gcTime: 0,
    enabled,
  })
}

/** To call after a change of a lock, and after one that came too late. */
export function useLockChanged({ bucket, path }: LockOf): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['object-lock', bucket, path] })
}
