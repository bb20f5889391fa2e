import { useQuery } from '@tanstack/react-query'
import type { ObjectLock } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { read } from '../../../api/query.ts'
import { result } from '../../../api/result.ts'
import { useSeen } from '../../../forms/use-seen.ts'

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

/** The lock that a dialog changes, as `useSeen`. */
export const useSeenLock = (opened: ObjectLock, query: VersionRef) =>
  useSeen(opened, () => result(api.GET('/objects/retention', { params: { query } })))
