import { useEffect, useSyncExternalStore } from 'react'
import { onForget } from '../session/flow.ts'
import { onOtherTabs, otherTabs, uploadsOfOtherTabs } from './other-tabs.ts'
import { hasStoredUploads } from './store/database.ts'

/*
 * The code of the uploads is a tenth of what a folder loads. It loads with the first file that is added, or when files of
 * earlier visits or other tabs are left.
 */

const listeners = new Set<() => void>()
let enabled = false

function setEnabled(value: boolean) {
  enabled = value
  for (const listener of listeners) listener()
}

onForget(() => setEnabled(false))

export function enableUploads(): void {
  setEnabled(true)
}

function areUploadsEnabled(): boolean {
  return enabled
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the uploads of `user` are loaded and shown. */
export function useUploadsEnabled(user: string): boolean {
  useEffect(() => {
    const look = () => {
      if (otherTabs().some(tab => tab.user === user && tab.activity !== 'none')) enableUploads()
    }
    const stop = onOtherTabs(look)
    void uploadsOfOtherTabs()
    void hasStoredUploads(user).then(stored => stored && enableUploads())
    return stop
  }, [user])
  return useSyncExternalStore(subscribe, areUploadsEnabled)
}
