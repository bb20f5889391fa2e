import type { Place } from '../../../buckets/addresses.ts'
import { readPage } from '../use-listing.ts'
import { follow } from './follow.ts'
import { createJumps, loadRows } from './jumps.ts'
import { goToName, move } from './keys.ts'
import { LoadingRow } from './loading-row.tsx'
import { extentOf } from './row-window.ts'
import { elementHeight, scrolledToList } from './tall-list.ts'

/** What a list needs of a folder that is too long to load. */
export const parts = {
  ...{ createJumps, loadRows, extentOf },
  ...{ elementHeight, scrolledToList, follow },
  ...{ goToName, move, LoadingRow },
}

/** How many files and folders are directly in a folder; null on a storage that does not count them. @throws ApiError */
export async function countRows(place: Place, signal: AbortSignal): Promise<number | null> {
  const sort = { column: 'name', descending: false, rows: true } as const
  return (await readPage(place, '', sort, null, signal, 1)).total ?? null
}
