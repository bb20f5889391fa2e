import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDiskFull, isErrno } from './disk.ts'

const SQLITE_BUSY = 5

/** Is in a data folder from the beginning to the good end of a restore. */
export const interruptedRestore = (dataDir: string): string => join(dataDir, 'restoring')

/**
 * Locks a data folder until the returned function is called or the process ends, by SQLite's lock on a file that stays
 * empty: it works on every system and needs no free space. The file `holder` beside it names the owner of the lock.
 * @throws if another process, or this one, holds the lock
 */
export function lockDataFolder(dataDir: string): () => void {
  const holder = join(dataDir, 'holder')
  const lock = new DatabaseSync(join(dataDir, 'lock'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isErrno(error) || error.errcode !== SQLITE_BUSY) throw error
    throw new Error(
      `${dataDir} is in use by ${nameOf(holder)}. Kho runs once on a folder: stop that one first.`,
    )
  }
  try {
    writeFileSync(holder, `process ${process.pid}, started ${new Date().toISOString()}\n`, { mode: 0o600 })
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
  return () => lock.close()
}

function nameOf(holder: string): string {
  try {
    return readFileSync(holder, 'utf8').trim() || 'another process'
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return 'another process'
    throw error
  }
}
