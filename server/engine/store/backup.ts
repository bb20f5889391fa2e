import { constants, mkdirSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Readable } from './store.ts'

const ROWS = 1000
const PAGES = 500

/** A hard link if the target is on the same disk, else a copy, which shares the bytes if the file system can. */
const linkOrCopy = async (from: string, to: string): Promise<'linked' | 'copied'> => {
  try {
    await link(from, to)
    return 'linked'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK' && code !== 'ENOTSUP') throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await syncFile(to)
    return 'copied'
  }
}

/** Makes a file durable, or the names in a folder. */
export const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function* blobsOf(index: DatabaseSync): Generator<string> {
  for (const table of ['content', 'segment', 'part']) {
    const page = index.prepare(
      `SELECT DISTINCT blob FROM ${table} WHERE blob > ? AND blob IS NOT NULL ORDER BY blob LIMIT ${ROWS}`,
    )
    for (let last = ''; ; ) {
      const rows = page.all(last) as { blob: string }[]
      if (rows.length === 0) break
      for (const { blob } of rows) yield blob
      last = rows.at(-1)?.blob ?? last
    }
  }
}

export type BackedUp = { files: number; copied: number }

/**
 * Copies the index, then links or copies every file that the copy names, into the new folder `target`. The engine keeps
 * running; files deleted meanwhile are removed afterwards. Writes acknowledged before the call are included.
 * @throws if a file cannot be written
 */
export const backupStore = async (store: Readable, target: string): Promise<BackedUp> => {
  mkdirSync(target, { mode: 0o700 })
  const release = store.blobs.keepRemoved()
  try {
    const file = join(target, 'index.sqlite')
    await writeFile(file, '', { mode: 0o600 })
    await copyIndex(store.db.sqlite, file, PAGES)
    const index = new DatabaseSync(file)
    const done: BackedUp = { files: 0, copied: 0 }
    try {
      index.exec('PRAGMA locking_mode = EXCLUSIVE')
      const { commits } = index.prepare('SELECT commits FROM progress').get() as { commits: number }
      await writeFile(join(target, 'commits'), `${commits}\n`, { mode: 0o600, flush: true })
      for (const folder of ['tmp', 'data']) await mkdir(join(target, folder), { mode: 0o700 })
      for (const blob of blobsOf(index)) {
        const path = join(target, 'data', blob.slice(0, 2), blob.slice(2))
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        if ((await linkOrCopy(store.blobs.path(blob), path)) === 'copied') done.copied += 1
        done.files += 1
      }
    } finally {
      index.close()
    }
    await syncFile(file)
    const data = join(target, 'data')
    for (const shard of await readdir(data)) await syncFile(join(data, shard))
    for (const folder of [data, target]) await syncFile(folder)
    return done
  } finally {
    release()
  }
}

/** Commits are short: a second is far more than one takes. */
const MOST_TRIES = 100
const PAUSE_MS = 10

/**
 * Copies the index into a file, so many pages at a time. While the same connection commits, SQLite answers the first
 * step with "locked", and Node ends with code 0, "not an error": then it begins again. @throws what SQLite says otherwise
 */
export const copyIndex = async (source: DatabaseSync, file: string, pages: number): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await backup(source, file, { rate: pages })
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== 0 || tries === MOST_TRIES) throw error
      await pause(PAUSE_MS)
    }
  }
}
