import { useEffect, useSyncExternalStore } from 'react'
import { onForget } from '../session/flow.ts'
import { recordsOf } from './queue/upload-records.ts'

/*
 * The code of the uploads is a tenth of what a folder loads. It loads with the first file that is added, or when uploads
 * of an earlier visit are stored.
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
    let mounted = true
    void recordsOf(user).then(records => mounted && records.length > 0 && enableUploads())
    return () => {
      mounted = false
    }
  }, [user])
  return useSyncExternalStore(subscribe, areUploadsEnabled)
}
