import { useEffect, useSyncExternalStore } from 'react'
import type { ObjectItem } from '../../openapi/schema.ts'

/** What the list of files shows, for what lies over it. `complete`: no more will come. */
export type ShownRows = { rows: readonly ObjectItem[]; complete: boolean }

const none: ShownRows = { rows: [], complete: false }
const listeners = new Set<() => void>()
let shown = none

function show(rows: ShownRows): void {
  shown = rows
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells what is shown, while it is. */
export function useShareRows(rows: readonly ObjectItem[], complete: boolean): void {
  useEffect(() => {
    show({ rows, complete })
    return () => show(none)
  }, [rows, complete])
}

export function useSharedRows(): ShownRows {
  return useSyncExternalStore(subscribe, () => shown)
}
