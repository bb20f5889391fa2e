import { useEffect, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../openapi/schema.ts'
import { onForget } from '../session/flow.ts'
import { observable } from '../site/signal.ts'
import { onOtherTabs, otherTabs, uploadsOfOtherTabs } from './other-tabs.ts'
import { hasStoredUploads } from './store/database.ts'

/*
 * The code of the uploads is a tenth of what a folder loads. It loads with the first file that is added, or when files of
 * earlier visits or other tabs are left.
 */

const enabled = observable(false)

onForget(() => enabled.set(false))

export function enableUploads(): void {
  enabled.set(true)
}

/** Whether the user's uploads are loaded and shown. */
export function useUploadsEnabled({ id }: Pick<CurrentUser, 'id'>): boolean {
  useEffect(() => {
    const look = () => {
      if (otherTabs().some(tab => tab.user === id && tab.activity !== 'none')) enableUploads()
    }
    const stop = onOtherTabs(look)
    void uploadsOfOtherTabs()
    void hasStoredUploads(id).then(stored => stored && enableUploads())
    return stop
  }, [id])
  return useSyncExternalStore(enabled.on, enabled.get)
}
