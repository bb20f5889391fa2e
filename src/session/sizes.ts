import { refresh } from '../api/query.ts'
import { queryClient } from './query-client.ts'

const sizes = ['/bucket', '/bucket/overview', '/bucket/status', '/dashboard/quota-user'] as const

/** Refetches the used capacity and the sizes of buckets. */
export function readSizes(): void {
  void refresh(queryClient, sizes)
}

/** Ms after the first of many changes until sizes are refetched. */
const sizesAfter = 2000
let sizesDue = false

/** Call when files were added or removed: sizes are refetched soon, once for many changes. */
export function storageChanged(): void {
  if (sizesDue) return
  sizesDue = true
  setTimeout(() => {
    sizesDue = false
    readSizes()
  }, sizesAfter)
}
