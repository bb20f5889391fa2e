import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Config } from '../config.ts'
import { interruptedRestore, lockDataFolder } from '../data-lock.ts'
import { syncFile } from '../engine/store/backup.ts'
import { runOnStopped } from './on-engine.ts'
import { problemsOfCopy } from './verify.ts'

/** What is copied of a backup; its `kho.env` and `accounts.dump` are for the operator. */
const parts = ['s3', 'kho.sqlite', 'secret', 'secret.old'] as const

/**
 * Copies a backup into the empty or absent data folder, and reads all of it there. Returns whether it may be used: all is
 * as it was written, or only bodies of objects are damaged and `acceptDamage` is given. Until then no server starts on
 * the folder.
 * @throws before anything is copied, if the folder is not empty, or the backup lacks something or has other damage
 */
export async function runRestore(
  { storage, dataDir, databaseUrl, secret }: Config,
  folder: string,
  say: (line: string) => void,
  { acceptDamage = false } = {},
): Promise<boolean> {
  const embedded = storage.kind === 'embedded'
  const source = resolve(folder)
  const inSource = relative(source, dataDir).split(sep)[0] !== '..'
  if (inSource) throw new Error(`${dataDir} is in ${source}: nothing was restored.`)
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty: nothing was restored.`)
  const has = (name: string) => existsSync(join(source, name))
  if (embedded && !has('s3/index.sqlite'))
    throw new Error(`${source} is no backup: it has no s3/index.sqlite.`)
  if (databaseUrl === null && !has('kho.sqlite'))
    throw new Error(`${source} has no accounts. Set KHO_DATABASE_URL if they are in PostgreSQL.`)
  if (secret === null && !has('secret'))
    throw new Error(
      `${source} has no secret: set KHO_SECRET to the one of its kho.env, or that was kept beside it.`,
    )
  const problems = await problemsOfCopy(source, databaseUrl === null)
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\nNothing was restored.`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(dataDir)
  try {
    const mark = interruptedRestore(dataDir)
    await writeFile(mark, '')
    await syncFile(mark)
    await syncFile(dataDir)
    let files = 0
    for (const part of parts)
      if (has(part) && (embedded || part !== 's3'))
        files += await copyDurably(join(source, part), join(dataDir, part))
    await syncFile(dataDir)
    const whole = !embedded || (await runOnStopped(dataDir, 'verify', '', say))
    const usable = whole || acceptDamage
    if (usable) {
      await rm(mark)
      await syncFile(dataDir)
    }
    if (!whole)
      say(
        usable
          ? 'The objects named above cannot be read any more: delete them, or upload them again.'
          : `${source} is damaged: ${dataDir} will not start. To go on without these objects, empty it, and give --accept-damage.`,
      )
    if (usable) say(`Restored to ${dataDir}: ${files} files.`)
    return usable
  } finally {
    unlock()
  }
}

/** Copies a file, or a folder with all that is in it; returns the number of files. */
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
