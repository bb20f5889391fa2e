import { useEffect, useSyncExternalStore } from 'react'
import { onForget } from '../session/provider.ts'
import { recordsOf } from './queue/upload-records.ts'

/*
 * The uploads are a tenth of what a folder loads: they come with the first file that is added, or where an earlier visit
 * has left some.
 */

const listeners = new Set<() => void>()
let wanted = false

function set(value: boolean) {
  wanted = value
  for (const listener of listeners) listener()
}

onForget(() => set(false))

export function wantUploads(): void {
  set(true)
}

function areUploadsWanted(): boolean {
  return wanted
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the parts of the uploads are to be shown to `user`. */
export function useUploadsWanted(user: string): boolean {
  useEffect(() => {
    let current = true
    void recordsOf(user).then(records => current && records.length > 0 && wantUploads())
    return () => {
      current = false
    }
  }, [user])
  return useSyncExternalStore(subscribe, areUploadsWanted)
}
