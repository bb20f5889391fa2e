import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectLock } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { read, readPages } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { useSeen } from '../../forms/use-seen.ts'
import { useUser } from '../../session/flow.ts'
import { storageChanged } from '../../session/sizes.ts'
import { refetchFolders } from '../list/use-listing.ts'

export function useObjectAcl(bucket: string, path: string, { quiet = false } = {}) {
  const mayRead = mayCall(useUser(), 'getObjectAcl')
  return useQuery({
    ...read('/objects/acl', { query: { bucket, path } }),
    enabled: mayRead,
    meta: { quiet },
  })
}

const pageSize = 50

/** The versions and delete markers of a file, newest first, in pages. */
export function useVersions(bucket: string, path: string) {
  return useInfiniteQuery({
    ...readPages('/objects/versions', { query: { bucket, prefix: path, exact: true, page_size: pageSize } }),
    gcTime: 0,
    select: data => data.pages.flatMap(page => page.versions),
  })
}

/** Brings the list and the sizes up to date after a change of a file's versions. */
export function useVersionsChanged(bucket: string): () => Promise<void> {
  const client = useQueryClient()
  return () => {
    storageChanged()
    return refetchFolders(client, bucket)
  }
}

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
