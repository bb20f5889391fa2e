import type { QueryClient } from '@tanstack/react-query'
import type { ObjectItem } from '../../../../openapi/schema.ts'
import type { ApiError } from '../../../api/result.ts'
import type { Place } from '../../../buckets/addresses.ts'
import { showFailure } from '../../../shell/show-failure.ts'
import { type ListingData, listingKey, type RowsFrom, readPage, type StoredSort } from '../use-listing.ts'
import { type Extent, loadFor } from './row-window.ts'

/**
 * Reads rows from elsewhere on instead of those loaded; `jump` returns them, or null if that failed, which it shows, or
 * if another jump began meanwhile.
 */
export function createJumps(client: QueryClient, place: Place, sort: StoredSort) {
  let running: AbortController | null = null
  return async (from: RowsFrom): Promise<readonly ObjectItem[] | null> => {
    running?.abort()
    const controller = new AbortController()
    running = controller
    const queryKey = listingKey(place, '', sort)
    try {
      const page = await readPage(place, '', sort, from, controller.signal)
      await client.cancelQueries({ queryKey })
      if (controller.signal.aborted) return null
      client.setQueryData<ListingData>(queryKey, { pages: [page], pageParams: [null] })
      return page.items
    } catch (error) {
      if (!controller.signal.aborted) showFailure((error as ApiError).failure)
      return null
    }
  }
}

/** ms for which the rows in view must be the same before they are read. */
const jumpDelay = 80

type Window = Extent & {
  loadBefore: () => void
  loadAfter: () => void
  jump: (from: RowsFrom) => Promise<unknown>
}

/** Loads what is needed to show the rows `[first, end)`. Returns what must be called when others are to be shown. */
export function loadRows(
  window: Window,
  loaded: number,
  first: number,
  end: number,
): (() => void) | undefined {
  const load = loadFor(window, loaded, first, end)
  if (load?.type === 'before') window.loadBefore()
  if (load?.type === 'after') window.loadAfter()
  if (load?.type !== 'jump') return undefined
  const timer = setTimeout(() => void window.jump({ position: load.position }), jumpDelay)
  return () => clearTimeout(timer)
}
