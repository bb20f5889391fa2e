import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.ts'

/** A version of a file; the current one without `version_id`. */
type VersionRef = { bucket: string; path: string; version_id?: string }

/** The retention and legal hold of a version, and whether its bucket has object lock. */
export function useLock(version: VersionRef, enabled = true) {
  return useQuery({
    ...read('/objects/retention', { query: version }),
    gcTime: 0,
    enabled,
  })
}
