import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Config } from '../config.ts'
import { interruptedRestore, lockDataFolder } from '../data-lock.ts'
import { syncFile } from '../engine/store/backup.ts'
import { runOnStopped } from './on-engine.ts'

/** What a backup is made of; the secret may be kept elsewhere, and accounts may be in PostgreSQL. */
const parts = ['s3', 'kho.sqlite', 'secret', 'secret.old'] as const

/**
 * Copies a backup into the empty or absent data folder, and reads all of it there. Returns whether all is as it was
 * written; until then no server starts on the folder.
 * @throws before anything is copied, if the folder is not empty, or the backup lacks something
 */
export async function runRestore(
  { storage, dataDir, databaseUrl, secret }: Config,
  folder: string,
  say: (line: string) => void,
): Promise<boolean> {
  if (storage.kind !== 'embedded') throw new Error('restore is for the embedded engine.')
  const source = resolve(folder)
  const inSource = relative(source, dataDir).split(sep)[0] !== '..'
  if (inSource) throw new Error(`${dataDir} is in ${source}: nothing was restored.`)
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty: nothing was restored.`)
  const has = (name: string) => existsSync(join(source, name))
  if (!has('s3/index.sqlite')) throw new Error(`${source} is no backup: it has no s3/index.sqlite.`)
  if (databaseUrl === null && !has('kho.sqlite'))
    throw new Error(`${source} has no accounts. Set KHO_DATABASE_URL if they are in PostgreSQL.`)
  if (secret === null && !has('secret'))
    throw new Error(`${source} has no secret: set KHO_SECRET to the one that was kept beside it.`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(dataDir)
  try {
    const mark = interruptedRestore(dataDir)
    await writeFile(mark, '')
    await syncFile(mark)
    await syncFile(dataDir)
    let files = 0
    for (const part of parts)
      if (has(part)) files += await copyDurably(join(source, part), join(dataDir, part))
    await syncFile(dataDir)
    const whole = await runOnStopped(dataDir, 'verify', '', say)
    if (whole) await rm(mark)
    say(
      whole ? `Restored to ${dataDir}: ${files} files.` : `${source} is damaged: ${dataDir} will not start.`,
    )
    return whole
  } finally {
    unlock()
  }
}

/** Copies a file, or a folder with all that is in it; gives the number of files. */
async function copyDurably(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null
    throw error
  })
  if (entries === null) {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await chmod(to, 0o600)
    await syncFile(to)
    return 1
  }
  await mkdir(to, { mode: 0o700 })
  let files = 0
  for (const { name } of entries) files += await copyDurably(join(from, name), join(to, name))
  await syncFile(to)
  await syncFile(dirname(to))
  return files
}
