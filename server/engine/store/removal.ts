import { unlink } from 'node:fs/promises'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'

export type Removal = {
  /** Removes files listed in the index's `trash`, now or once `content` has no lease. */
  remove(blobs: string[], content?: number): void
  /** Delays the removal of files until the returned function is called. */
  keepRemoved(): () => void
  /** Keeps the files of `content` until it is disposed of. */
  lease(content: number): Disposable
  idle(): Promise<void>
}

export const unlinkIfThere = (file: string): Promise<void> =>
  unlink(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

/** Removes the files of blobs once no reader or copy needs them. `failed`: called if one cannot be removed. */
export const openRemoval = (
  db: Database,
  commits: Commits,
  path: (blob: string) => string,
  failed: (error: unknown) => void,
): Removal => {
  const pending = new Set<Promise<void>>()
  const track = (work: Promise<void>): void => {
    const done = work.finally(() => pending.delete(done))
    pending.add(done)
  }

  const removeNow = async (blobs: string[]): Promise<void> => {
    for (const blob of blobs) await unlinkIfThere(path(blob))
    commits.later(() => {
      for (const blob of blobs) db.run('DELETE FROM trash WHERE blob = ?', blob)
    })
  }

  const readers = new Map<number, { count: number; doomed: string[] }>()

  let keepers = 0
  let kept: string[] = []

  const remove = (blobs: string[], content?: number): void => {
    const reader = content === undefined ? undefined : readers.get(content)
    if (reader) reader.doomed.push(...blobs)
    else if (keepers > 0) kept.push(...blobs)
    // Files that cannot be removed stay in `trash`, and are retried at the next start.
    else if (blobs.length > 0) track(removeNow(blobs).catch(failed))
  }

  return {
    remove,
    keepRemoved: () => {
      keepers += 1
      return () => {
        keepers -= 1
        if (keepers > 0) return
        const doomed = kept
        kept = []
        remove(doomed)
      }
    },
    lease: content => {
      const reader = readers.get(content) ?? { count: 0, doomed: [] }
      reader.count += 1
      readers.set(content, reader)
      return {
        [Symbol.dispose]: () => {
          reader.count -= 1
          if (reader.count > 0) return
          readers.delete(content)
          remove(reader.doomed)
        },
      }
    },
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
