import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Engine as RunningEngine } from '../engine/engine.ts'
import { syncFile } from '../engine/store/backup.ts'
import type { Answer, EngineCommand } from './control.ts'

type Engine = { maintenance: Pick<RunningEngine['maintenance'], 'verify' | 'backup'> }

/** In one step: a write in between would restart the copy. */
const ALL_PAGES = 2 ** 30
/** Copies of the database; replacing the secret changes its files three times. */
const MOST_TRIES = 4
const SECRETS = ['secret', 'secret.old'] as const

const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`

const verify = async (engine: Engine, { say, signal }: Answer): Promise<boolean> => {
  const { bodies, bytes, damaged } = await engine.maintenance.verify({ say, signal })
  say(
    `${plural(bodies, 'body', 'bodies')} read, ${bytes} bytes: ${damaged === 0 ? 'all as they were written' : `${damaged} damaged or missing`}.`,
  )
  return damaged === 0
}

const requireEmpty = async (target: string): Promise<void> => {
  await mkdir(target, { recursive: true, mode: 0o700 })
  if ((await readdir(target)).length > 0) throw new Error(`${target} is not empty: nothing was copied.`)
}

/** The contents of the secret, and of the one that is being replaced; null: there is no such file. */
const readSecretFiles = (dataDir: string): Promise<(string | null)[]> =>
  Promise.all(
    SECRETS.map(name =>
      readFile(join(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    ),
  )

const copyDatabase = async (path: string, target: string): Promise<void> => {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    // SQLite would let others read it.
    await writeFile(target, '', { mode: 0o600 })
    await backup(source, target, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  await syncFile(target)
}

/** Copies the console's SQLite database, which may be in use, and the secrets of the data folder that open this copy. */
const backUpConsole = async (dataDir: string, target: string, say: Answer['say']): Promise<void> => {
  const local = existsSync(join(dataDir, 'kho.sqlite'))
  if (!local) say('The accounts are in PostgreSQL: back it up with its own tools.')
  let secrets = await readSecretFiles(dataDir)
  for (let tries = 1; local; tries++) {
    await copyDatabase(join(dataDir, 'kho.sqlite'), join(target, 'kho.sqlite'))
    // `kho rotate secret` may run beside this.
    const after = await readSecretFiles(dataDir)
    if (isDeepStrictEqual(after, secrets)) break
    if (tries === MOST_TRIES) throw new Error(`The secret is being replaced: ${target} is no backup.`)
    secrets = after
  }
  for (const [at, name] of SECRETS.entries())
    if (secrets[at] != null)
      await writeFile(join(target, name), secrets[at], { mode: 0o600, flag: 'wx', flush: true })
  if (secrets.every(secret => secret === null))
    say('KHO_SECRET is not in the data folder: keep it beside this backup.')
}

const backUp = async (engine: Engine, dataDir: string, folder: string, { say }: Answer): Promise<boolean> => {
  const target = resolve(folder)
  // A backup inside the folder would be lost with it.
  if (relative(resolve(dataDir), target).split(sep)[0] !== '..')
    throw new Error(`${target} is in the data folder: nothing was copied.`)
  await requireEmpty(target)
  // The accounts first: newer keys are corrected at the start, buckets without an account are not.
  await backUpConsole(dataDir, target, say)
  const { files, copied } = await engine.maintenance.backup(join(target, 's3'))
  await syncFile(target)
  const how = copied === 0 ? 'linked, which takes no space' : `${copied} of them copied, the others linked`
  say(`The backup is in ${target}: ${plural(files, 'file')}, ${how}.`)
  return true
}

/** Performs a command on the engine's files. */
export const makePerformEngine =
  (engine: Engine, dataDir: string) =>
  (command: EngineCommand, argument: string, answer: Answer): Promise<boolean> =>
    command === 'verify' ? verify(engine, answer) : backUp(engine, dataDir, argument, answer)
