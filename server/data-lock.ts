import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDiskFull, isErrno } from './disk.ts'

const SQLITE_BUSY = 5

/** Is in a data folder from the beginning to the good end of a restore. */
export const interruptedRestore = (dataDir: string): string => join(dataDir, 'restoring')

/** Is in a data folder from the beginning of a move to Ceph until it is finished. */
export const unfinishedMove = (dataDir: string): string => join(dataDir, 'moving')

/** @throws if a restore or a move into the data folder has not ended well */
export function requireWhole(dataDir: string): void {
  if (existsSync(interruptedRestore(dataDir)))
    throw new Error(`A restore into ${dataDir} did not end well: empty the folder, and restore again.`)
  if (existsSync(unfinishedMove(dataDir)))
    throw new Error(`The move into ${dataDir} is not finished: copy the files, and run move with --finish.`)
}

/**
 * Locks a file, by SQLite's lock on one that stays empty, until the returned function is called or the process ends. It
 * works on every system and needs no free space. Null: another process, or this one, holds the lock.
 */
function lockFile(path: string): (() => void) | null {
  // Who can read it can lock it too.
  closeSync(openSync(path, 'a', 0o600))
  const lock = new DatabaseSync(path)
  try {
    // A journal in a file would need space.
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch (error) {
    lock.close()
    if (isErrno(error) && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}

/** As `lockDataFolder`, but only among processes that replace its secret. @throws if another one does */
export function lockSecret(dataDir: string): () => void {
  const unlock = lockFile(join(dataDir, 'secret.lock'))
  if (unlock === null) throw new Error('Another process is replacing the secret: wait until it has ended.')
  return unlock
}

/**
 * Locks a data folder until the returned function is called or the process ends. The file `holder` names the owner.
 * @throws if another process, or this one, holds the lock
 */
export function lockDataFolder(dataDir: string): () => void {
  const holder = join(dataDir, 'holder')
  const unlock = lockFile(join(dataDir, 'lock'))
  if (unlock === null)
    throw new Error(
      `${dataDir} is in use by ${nameOf(holder)}. Kho runs once on a folder: stop that one first.`,
    )
  try {
    writeFileSync(holder, `process ${process.pid}, started ${new Date().toISOString()}\n`, { mode: 0o600 })
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
  return unlock
}

function nameOf(holder: string): string {
  try {
    return readFileSync(holder, 'utf8').trim() || 'another process'
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return 'another process'
    throw error
  }
}
