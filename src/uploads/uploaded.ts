import { storageChanged } from '../session/sizes.ts'
import { onUploadedElsewhere, tellUploaded } from './other-tabs.ts'

type UploadedObject = { bucket: string; key: string; size: number }

/** Other tabs are told at most this often, in ms. */
const tellEveryMs = 500

const listeners = new Set<(object: UploadedObject) => void>()
let untold: UploadedObject[] = []

/** Calls `listener` for every object that an upload of this browser creates. Returns the function that unsubscribes. */
export function onUploaded(listener: (object: UploadedObject) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An upload of this tab by `user` has created `object`. */
export function notifyUploaded(object: UploadedObject, user: string): void {
  for (const listener of listeners) listener(object)
  if (untold.push(object) > 1) return
  setTimeout(() => {
    tellUploaded(untold, user)
    untold = []
  }, tellEveryMs)
}

onUploadedElsewhere(objects => {
  storageChanged()
  for (const object of objects) for (const listener of listeners) listener(object)
})
