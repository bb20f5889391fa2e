import { type HeldLock, holdLock } from '../web-lock.ts'

/** By upload id. A tab that is closed gives its locks back. */
const locks = new Map<string, HeldLock>()

/**
 * Makes this tab the one of the browser that goes on with an upload; false where another tab is. Where tabs cannot agree
 * (Web Locks need HTTPS or this machine) every tab is.
 */
export async function ownUpload(uploadId: string): Promise<boolean> {
  if (!navigator.locks || locks.has(uploadId)) return true
  const lock = await holdLock(`kho_upload_${uploadId}`, { ifAvailable: true })
  if (lock) locks.set(uploadId, lock)
  return lock !== null
}

/** Leaves an upload to any tab. */
export function disownUpload(uploadId: string): void {
  locks.get(uploadId)?.free()
  locks.delete(uploadId)
}

export function disownUploads(): void {
  for (const uploadId of [...locks.keys()]) disownUpload(uploadId)
}
