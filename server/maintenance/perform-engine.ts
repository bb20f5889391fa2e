import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Engine as RunningEngine } from '../engine/engine.ts'
import { syncFile } from '../engine/store/backup.ts'
import type { Answer, EngineCommand } from './control.ts'

type Engine = { maintenance: Pick<RunningEngine['maintenance'], 'verify' | 'backup'> }

/** In one step: a write in between would restart the copy. */
const ALL_PAGES = 2 ** 30

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

/** Copies the console's SQLite database, which may be in use, and the secret of the data folder. */
const backUpConsole = async (dataDir: string, target: string, say: Answer['say']): Promise<void> => {
  const names = await readdir(dataDir)
  if (names.includes('kho.sqlite')) {
    const source = new DatabaseSync(join(dataDir, 'kho.sqlite'), { readOnly: true })
    try {
      await writeFile(join(target, 'kho.sqlite'), '', { mode: 0o600, flag: 'wx' })
      await backup(source, join(target, 'kho.sqlite'), { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    await syncFile(join(target, 'kho.sqlite'))
  } else say('The accounts are in PostgreSQL: back it up with its own tools.')
  // With the one that is being replaced.
  const secrets = ['secret', 'secret.old'].filter(name => names.includes(name))
  for (const name of secrets) {
    await copyFile(join(dataDir, name), join(target, name))
    await syncFile(join(target, name))
  }
  if (secrets.length === 0) say('KHO_SECRET is not in the data folder: keep it beside this backup.')
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
