import { type HeldLock, holdLock } from '../../api/web-lock.ts'

/** By upload id. The browser releases the locks of a closed tab. */
const locks = new Map<string, HeldLock>()

/**
 * Makes this tab the only one of the browser that continues an upload; false when another tab has claimed it. Always true
 * without Web Locks, which need HTTPS or localhost.
 */
export async function claimUpload(uploadId: string): Promise<boolean> {
  if (!navigator.locks || locks.has(uploadId)) return true
  const lock = await holdLock(`kho_upload_${uploadId}`, { ifAvailable: true })
  if (lock) locks.set(uploadId, lock)
  return lock !== null
}

/** Allows any tab to claim an upload. */
export function releaseUpload(uploadId: string): void {
  locks.get(uploadId)?.release()
  locks.delete(uploadId)
}

export function releaseUploads(): void {
  for (const uploadId of [...locks.keys()]) releaseUpload(uploadId)
}
