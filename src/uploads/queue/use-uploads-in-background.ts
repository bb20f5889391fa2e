import { useSyncExternalStore } from 'react'
import { onUploadsChange, type QueueSnapshot, uploadsNow } from './uploads.ts'

/** ms; thousands of files may end in a second. */
const updateEveryMs = 500

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onUploadsChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      listener()
    }, updateEveryMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** A plain value selected from the queue, also in hidden tabs, where browsers draw no frames. */
export function useUploadsInBackground<Value extends string | number | boolean | null>(
  selector: (snapshot: QueueSnapshot) => Value,
): Value {
  return useSyncExternalStore(subscribe, () => selector(uploadsNow()))
}
