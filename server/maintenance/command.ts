import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { openEngine } from '../engine/engine.ts'
import { askControl, type Command } from './control.ts'
import { makePerform } from './perform.ts'

const usage = 'Use: node server/main.ts [--demo] | verify | backup DIR'

/** The command that the arguments of the process name; undefined: to start. @throws for arguments that are none */
export const readCommand = (args: string[]): { command: Command; argument: string } | undefined => {
  const [command, argument, ...more] = args
  if (command === undefined || command.startsWith('--')) return undefined
  if (command === 'verify' && argument === undefined) return { command, argument: '' }
  if (command === 'backup' && argument !== undefined && more.length === 0)
    return { command, argument: resolve(argument) }
  throw new Error(usage)
}

/**
 * Verifies or backs up the embedded engine's files: in the process that runs on the data folder, else in this one. Whether
 * all was well.
 * @throws where the storage is another, or the folder cannot be opened
 */
export const runCommand = async (
  config: Config,
  { command, argument }: { command: Command; argument: string },
): Promise<boolean> => {
  if (config.storage.kind !== 'embedded') throw new Error(`${command} is for the embedded engine.`)
  const asked = await askControl(config.dataDir, command, argument, console.log)
  if (asked !== null) return asked
  const engine = await openEngine({
    dir: join(config.dataDir, 's3'),
    region: config.storage.region,
    secret: null,
    scrub: false,
  })
  try {
    const signal = new AbortController().signal
    return await makePerform(engine, config.dataDir)(command, argument, { say: console.log, signal })
  } finally {
    await engine.close()
  }
}
