import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { readPages } from '../../../api/query.ts'
import { storageChanged } from '../../../session/sizes.ts'
import { refetchFolders } from '../../list/use-listing.ts'

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
