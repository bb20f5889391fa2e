import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import type { VersionRow } from './find-version.ts'
import type { Halt } from './halt.ts'
import { successor } from './listing.ts'
import type { Store } from './store.ts'

/** The folder that a key is directly in: the key up to its last slash. */
export const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

/** An empty object that stands for its folder is none. */
export const isFile = ({ key, size }: { key: string; size: number }): boolean =>
  size > 0 || !key.endsWith('/')

/** Counts an object that becomes current; returns its folder, for its row. Call in the commit that writes that. */
export const enterFolder = (db: Database, bucket: number, key: string, size: number): number =>
  db.get<{ id: number }>(
    `INSERT INTO folder (bucket, path, objects, files, bytes) VALUES (?, ?, 1, ?, ?)
     ON CONFLICT (bucket, path) DO UPDATE
     SET objects = objects + 1, files = files + excluded.files, bytes = bytes + excluded.bytes RETURNING id`,
    bucket,
    folderOf(key),
    isFile({ key, size }) ? 1 : 0,
    size,
  )!.id

type Leaving = Pick<VersionRow, 'latest' | 'marker' | 'folder' | 'key' | 'size'>

/** Takes a row that was current, and was counted, out of its folder. `row`: as it was before. */
export const leaveFolder = (db: Database, row: Leaving): void => {
  const { latest, marker, folder, size } = row
  if (latest !== 1 || marker === 1 || folder === null) return
  const left = db.get<{ objects: number }>(
    `UPDATE folder SET objects = objects - 1, files = files - ?, bytes = bytes - ? WHERE id = ? RETURNING objects`,
    isFile(row) ? 1 : 0,
    size,
    folder,
  )
  if (left?.objects === 0) db.run('DELETE FROM folder WHERE id = ?', folder)
}

/** Numbers of rows that one transaction looks at. */
const ROWS = 200
/** Folders whose counts are added up in one turn of the event loop. */
const FOLDERS = 5000
/** ms after which a failed step is tried again. */
const AFTER_FAILURE = 10_000

export type Folders = {
  /** Whether all objects are counted. */
  ready(): boolean
  stop(): Promise<void>
}

const placeIn = (db: Database): number =>
  db.get<{ place: number }>('SELECT folders_place AS place FROM progress')?.place ?? 0

/** Counts the rows of `version` up to `place` that are not yet counted: those of an earlier program. The newest go first. */
export const startFolders = (
  store: Pick<Store, 'db' | 'commits' | 'disk'> & { halt: Halt },
  log: (message: string, error: unknown) => void,
): Folders => {
  const { db, commits, disk } = store
  const stopping = new AbortController()
  const { signal } = stopping
  let place = placeIn(db)

  const step = (): number => {
    const after = Math.max(0, place - ROWS)
    const rows = db.all<{ seq: number; bucket: number; key: string; size: number }>(
      `SELECT seq, bucket, key, size FROM version
       WHERE seq > ? AND seq <= ? AND latest = 1 AND marker = 0 AND folder IS NULL`,
      after,
      place,
    )
    for (const { seq, bucket, key, size } of rows)
      db.run('UPDATE version SET folder = ? WHERE seq = ?', enterFolder(db, bucket, key, size), seq)
    db.run('UPDATE progress SET folders_place = ?', after)
    return after
  }

  const work = async (): Promise<void> => {
    while (place > 0 && !signal.aborted && !store.halt.halted) {
      let pause = AFTER_FAILURE
      try {
        const began = performance.now()
        if (!disk.isFull()) {
          place = await commits.run(step)
          // Half of the time is for the requests of others.
          pause = performance.now() - began
        }
      } catch (error) {
        if (!store.halt.halted) log('The folders of the index could not be counted.', error)
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const working = work()
  return {
    ready: () => place === 0,
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}

/** Files at any depth below `prefix` ('' or ending in a slash), and their bytes. */
export const countBelow = async (
  db: Database,
  bucket: number,
  prefix: string,
): Promise<{ files: number; bytes: number }> => {
  const end = prefix === '' ? undefined : successor(prefix)
  const total = { files: 0, bytes: 0 }
  let last: string | undefined
  for (;;) {
    const rows = db.all<{ path: string; files: number; bytes: number }>(
      `SELECT path, files, bytes FROM folder WHERE bucket = ? AND path ${last === undefined ? '>=' : '>'} ?
       ${end === undefined ? '' : 'AND path < ?'} ORDER BY path LIMIT ?`,
      bucket,
      last ?? prefix,
      ...(end === undefined ? [] : [end]),
      FOLDERS,
    )
    for (const { files, bytes } of rows) {
      total.files += files
      total.bytes += bytes
    }
    if (rows.length < FOLDERS) return total
    last = rows.at(-1)!.path
    await nextTurn()
  }
}
