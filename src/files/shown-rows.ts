import { useEffect, useSyncExternalStore } from 'react'
import type { ObjectItem } from '../../openapi/schema.ts'
import { signal } from '../site/signal.ts'

/** The rows that the list shows, for preview and panel. `complete`: no more will load. */
type ShownRows = { rows: readonly ObjectItem[]; complete: boolean }

const none: ShownRows = { rows: [], complete: false }
const changed = signal()
let shown = none

function show(rows: ShownRows): void {
  shown = rows
  changed.emit()
}

/** Publishes the rows while the list is mounted. */
export function usePublishRows(rows: readonly ObjectItem[], complete: boolean): void {
  useEffect(() => {
    show({ rows, complete })
    return () => show(none)
  }, [rows, complete])
}

export function useShownRows(): ShownRows {
  return useSyncExternalStore(changed.on, () => shown)
}
