import { useEffect, useSyncExternalStore } from 'react'
import type { ObjectItem } from '../../openapi/schema.ts'
import { observable } from '../site/signal.ts'

/** The rows that the list shows, for preview and panel. `complete`: no more will load. */
type ShownRows = { rows: readonly ObjectItem[]; complete: boolean }

const none: ShownRows = { rows: [], complete: false }
const shown = observable(none)

/** Publishes the rows while the list is mounted. */
export function usePublishRows(rows: readonly ObjectItem[], complete: boolean): void {
  useEffect(() => {
    shown.set({ rows, complete })
    return () => shown.set(none)
  }, [rows, complete])
}

export function useShownRows(): ShownRows {
  return useSyncExternalStore(shown.on, shown.get)
}
