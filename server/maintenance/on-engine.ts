import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { lockDataFolder } from '../data-lock.ts'
import { openStopped } from '../engine/stopped.ts'
import { askControl, type EngineCommand } from './control.ts'
import { makePerformEngine } from './perform-engine.ts'

/**
 * Verifies or backs up the embedded engine's files: in the process that runs on the data folder, else in this one,
 * which changes nothing in the folder. Returns whether all is well.
 * @throws if the storage is another, or the folder cannot be opened
 */
export async function runOnEngine(
  { storage, dataDir }: Config,
  command: EngineCommand,
  argument: string,
  say: (line: string) => void,
): Promise<boolean> {
  if (storage.kind !== 'embedded') throw new Error(`${command} is for the embedded engine.`)
  const asked = await askControl(dataDir, command, argument, say)
  if (asked !== null) {
    // A service may have folders of its own below /tmp, as systemd's PrivateTmp gives it.
    if (command === 'backup' && asked && !existsSync(argument))
      throw new Error(`The running Kho does not see this ${argument}: name a folder outside of /tmp.`)
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
    return await makePerformEngine(engine, dataDir)(command, argument, { say, signal })
  } finally {
    engine.close()
  }
}
