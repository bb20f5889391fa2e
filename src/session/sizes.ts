import { refresh } from '../api/query.ts'
import { queryClient } from './query-client.ts'

const sizes = ['/bucket', '/bucket/overview', '/bucket/status', '/dashboard/quota-user'] as const

/** Reads the used capacity and the sizes of buckets again. */
export function readSizes(): void {
  void refresh(queryClient, sizes)
}

/** Sizes are read again this long, in ms, after the first of many changes. */
const sizesAfter = 2000
let sizesDue = false

/** A file has come or gone: sizes are read again soon, once for many. */
export function storageChanged(): void {
  if (sizesDue) return
  sizesDue = true
  setTimeout(() => {
    sizesDue = false
    readSizes()
  }, sizesAfter)
}
