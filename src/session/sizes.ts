import { queryClient } from './query-client.ts'

/** Reads anew what `meta: { sizes: true }` marks: the used capacity and the sizes of buckets. */
export function readSizes(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.sizes === true })
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
