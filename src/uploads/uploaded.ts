type UploadedObject = { bucket: string; key: string; size: number }

const listeners = new Set<(object: UploadedObject) => void>()

/** Calls `listener` for every object that an upload creates. Returns the function that unsubscribes. */
export function onUploaded(listener: (object: UploadedObject) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyUploaded(object: UploadedObject): void {
  for (const listener of listeners) listener(object)
}
