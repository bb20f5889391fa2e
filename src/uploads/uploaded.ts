export type UploadedObject = { bucket: string; key: string; size: number }

const listeners = new Set<(object: UploadedObject) => void>()

/** Calls `listener` for every object that an upload made. Returns how to stop that. */
export function onUploaded(listener: (object: UploadedObject) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellUploaded(object: UploadedObject): void {
  for (const listener of listeners) listener(object)
}
