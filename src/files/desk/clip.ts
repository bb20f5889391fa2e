import type { CopyAct } from '../dialogs/copying.ts'
import { keptClip } from '../kept-clip.ts'

/*
 * The files and folders that the user has copied or cut, to be pasted in any folder and tab. The clipboard of the system has
 * their names as text: what is copied elsewhere later is pasted instead.
 */

/** Keys of a bucket; a folder's ends in a slash. `move`: they were cut. */
export type Clip = { act: CopyAct; bucket: string; keys: readonly string[] }

export function keepClip(user: string, clip: Clip | null): void {
  keptClip.write(user, clip ? JSON.stringify(clip) : '')
}

export function clipIn(text: string): Clip | null {
  try {
    const { act, bucket, keys }: Partial<Clip> = JSON.parse(text)
    const isClip = (act === 'copy' || act === 'move') && typeof bucket === 'string' && Array.isArray(keys)
    return isClip && keys.every(key => typeof key === 'string') ? { act, bucket, keys } : null
  } catch {
    return null
  }
}
