import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { lockDataFolder } from '../data-lock.ts'
import type { Engine } from '../engine/engine.ts'
import { openStopped } from '../engine/stopped.ts'
import type { Database } from '../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import { type Answer, askControl, type EngineCommand, type Perform } from './control.ts'
import { aboutThis } from './doctor/server.ts'
import { reseal } from './reseal.ts'

type Maintained = { maintenance: Pick<Engine['maintenance'], 'verify' | 'backup'> }

const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`

const verify = async (engine: Maintained, { say, signal }: Answer): Promise<boolean> => {
  const { bodies, bytes, damaged } = await engine.maintenance.verify({ say, signal })
  say(
    `${plural(bodies, 'body', 'bodies')} read, ${bytes} bytes: ${damaged === 0 ? 'all as they were written' : `${damaged} damaged or missing`}.`,
  )
  return damaged === 0
}

const backUp = async (engine: Maintained, target: string, { say }: Answer): Promise<boolean> => {
  const { files, copied } = await engine.maintenance.backup(target)
  const how = copied === 0 ? 'linked, which takes no space' : `${copied} of them copied, the others linked`
  say(`${plural(files, 'file')}, ${how}.`)
  return true
}

/** Performs a command on the engine's files. `argument`: the folder that a backup makes. */
export const performOnEngine = (
  engine: Maintained,
  command: EngineCommand,
  argument: string,
  answer: Answer,
): Promise<boolean> => (command === 'verify' ? verify(engine, answer) : backUp(engine, argument, answer))

/**
 * Verifies or backs up the embedded engine's files: in the process that runs on the data folder, else in this one,
 * which changes nothing in the folder. Returns whether all is well.
 * @throws if the folder cannot be opened, or the running process ends under the command
 */
export async function runOnEngine(
  { dataDir }: Pick<Config, 'dataDir'>,
  command: EngineCommand,
  argument: string,
  say: (line: string) => void,
): Promise<boolean> {
  const asked = await askControl(dataDir, command, argument, say)
  if (asked !== null) {
    // A service may have folders of its own below /tmp, as systemd's PrivateTmp gives it.
    if (command === 'backup' && asked && !existsSync(argument))
      throw new Error(
        `The running Kho does not see this ${dirname(argument)}: name a folder outside of /tmp.`,
      )
    return asked
  }
  const dir = join(dataDir, 's3')
  if (!existsSync(join(dir, 'index.sqlite')))
    throw new Error(`${dir} has no index: there is nothing to read.`)
  const unlock = lockDataFolder(dataDir)
  try {
    return await runOnStopped(dataDir, command, argument, say)
  } finally {
    unlock()
  }
}

/** As `runOnEngine`, on a folder that this process has locked. */
export async function runOnStopped(
  dataDir: string,
  command: EngineCommand,
  argument: string,
  say: (line: string) => void,
): Promise<boolean> {
  const engine = await openStopped(join(dataDir, 's3'))
  try {
    const { signal } = new AbortController()
    return await performOnEngine(engine, command, argument, { say, signal })
  } finally {
    engine.close()
  }
}

/**
 * The commands that a running server performs. `engine`: null with another storage. `apply`: see `makeApply`. `now`: ms.
 */
export function makePerform(options: {
  db: Database
  vault: Vault
  engine: Engine | null
  config: Config
  apply: (description: string, answer: Answer) => Promise<boolean>
  now: () => number
}): Perform {
  const { vault, engine } = options
  return async (command, argument, answer) => {
    if (command === 'about') {
      answer.say(JSON.stringify(aboutThis(options.config)))
      return true
    }
    if (command === 'apply') return await options.apply(argument, answer)
    if (command !== 'secret')
      return engine !== null && (await performOnEngine(engine, command, argument, answer))
    if (argument === vault.digest('kho')) return await reseal(options, answer)
    answer.say('Kho still runs with another secret: restart it, and run this command again.')
    return false
  }
}
