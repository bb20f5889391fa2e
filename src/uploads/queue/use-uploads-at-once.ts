import { useSyncExternalStore } from 'react'
import { onUploadsChange, type QueueSnapshot, uploadsNow } from './uploads.ts'

/**
 * A plain value selected from the queue, without delay, and in hidden tabs, where browsers draw no frames. For what shows
 * nothing in the page.
 */
export function useUploadsAtOnce<Value extends string | number | null>(
  selector: (snapshot: QueueSnapshot) => Value,
): Value {
  return useSyncExternalStore(onUploadsChange, () => selector(uploadsNow()))
}
