import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { lockDataFolder } from '../data-lock.ts'
import { openStopped } from '../engine/stopped.ts'
import { askControl, type Command } from './control.ts'
import { makePerform } from './perform.ts'

const usage = 'Use: node server/main.ts [--demo] | verify | backup DIR | user … | keys rotate'

/** The command in the arguments of the process; undefined: to start. @throws for invalid arguments */
export const readCommand = (args: string[]): { command: Command; argument: string } | undefined => {
  const [command, argument, ...more] = args
  if (command === undefined || command.startsWith('--')) return undefined
  if (command === 'verify' && argument === undefined) return { command, argument: '' }
  if (command === 'backup' && argument !== undefined && more.length === 0)
    return { command, argument: resolve(argument) }
  throw new Error(usage)
}

/**
 * Verifies or backs up the embedded engine's files: in the process that runs on the data folder, else in this one,
 * which changes nothing in the folder. Returns whether all is well.
 * @throws if the storage is another, or the folder cannot be opened
 */
export const runCommand = async (
  config: Config,
  { command, argument }: { command: Command; argument: string },
): Promise<boolean> => {
  if (config.storage.kind !== 'embedded') throw new Error(`${command} is for the embedded engine.`)
  const asked = await askControl(config.dataDir, command, argument, console.log)
  if (asked !== null) return asked
  const dir = join(config.dataDir, 's3')
  if (!existsSync(join(dir, 'index.sqlite')))
    throw new Error(`${dir} has no index: there is nothing to read.`)
  const unlock = lockDataFolder(config.dataDir)
  try {
    const engine = await openStopped(dir)
    try {
      const signal = new AbortController().signal
      return await makePerform(engine, config.dataDir)(command, argument, { say: console.log, signal })
    } finally {
      engine.close()
    }
  } finally {
    unlock()
  }
}
