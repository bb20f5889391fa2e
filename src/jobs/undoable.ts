import { useSyncExternalStore } from 'react'

/*
 * What was done in this tab and can be undone, the newest last. What is undone, or can no longer be, is taken out.
 */

type Undoable = { user: string; id: string }

/** Acts remembered per tab. */
const mostKept = 50

let acts: readonly Undoable[] = []
const listeners = new Set<() => void>()

function write(next: readonly Undoable[]): void {
  acts = next
  for (const listener of listeners) listener()
}

export function noteUndoable(user: string, id: string): void {
  if (acts.every(act => act.id !== id)) write([...acts, { user, id }].slice(-mostKept))
}

export function dropUndoable(id: string): void {
  if (acts.some(act => act.id === id)) write(acts.filter(act => act.id !== id))
}

export function newestUndoable(user: string): string | null {
  return acts.findLast(act => act.user === user)?.id ?? null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The act that Ctrl+Z undoes; null: none. */
export function useNewestUndoable(user: string): string | null {
  return useSyncExternalStore(subscribe, () => newestUndoable(user))
}
