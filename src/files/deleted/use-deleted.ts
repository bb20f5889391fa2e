import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { readPages, refresh } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import type { Place } from '../../buckets/folder-address.ts'
import { storageChanged } from '../../session/sizes.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { showToast } from '../../shell/toast.ts'
import { refetchFolders } from '../list/use-listing.ts'

/** Keys per call of `restoreDeletedObjects`. */
const batchSize = 100

/** The deleted files below a folder, in pages. `searching`: nothing is found yet, and more pages follow. */
export function useDeleted({ bucket, prefix }: Place) {
  const query = useInfiniteQuery({
    ...readPages('/objects/deleted', { query: { bucket, prefix } }),
    gcTime: 0,
    select: data => data.pages.flatMap(page => page.items),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  // A page may be empty although more follow.
  const searching = data?.length === 0 && hasNextPage && !isError
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  return { ...query, searching }
}

/** Restores deleted files. */
export function useRestore(
  place: Place,
): [busy: boolean, restore: (keys: readonly string[]) => Promise<void>] {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { bucket } = place
  async function restore(keys: readonly string[]) {
    setBusy(true)
    const counts = { restored: 0, failed: 0 }
    for (let from = 0; from < keys.length; from += batchSize) {
      const body = { bucket, keys: keys.slice(from, from + batchSize) }
      const outcome = await result(api.PUT('/objects/deleted/restore', { body }))
      if (!outcome.ok) {
        showFailure(outcome)
        break
      }
      counts.restored += outcome.data.restored.length
      counts.failed += outcome.data.failed.length
    }
    storageChanged()
    await Promise.all([refresh(client, ['/objects/deleted'], { bucket }), refetchFolders(client, bucket)])
    setBusy(false)
    if (counts.failed > 0) {
      showToast('deleted.notRestored', { values: { count: counts.failed }, severity: 'error' })
    } else if (counts.restored > 0) showToast('deleted.restored', { values: { count: counts.restored } })
  }
  return [busy, restore]
}
