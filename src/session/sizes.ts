import { refresh, sizeReads } from '../api/query.ts'
import { queryClient } from './query-client.ts'

/** Refetches the used capacity, and the sizes of buckets and of the folder that is shown. */
export function readSizes(): Promise<void> {
  return refresh(queryClient, sizeReads)
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
    void readSizes()
  }, sizesAfter)
}
