import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { runOnEngine } from './on-engine.ts'
import { problemsOfAccounts } from './sound.ts'

/**
 * Reads the accounts in the data folder, and what the embedded engine stores, against its checksums; also while Kho
 * runs. Returns whether all is as it was written.
 * @throws if there is nothing of either
 */
export async function runVerify(config: Config, say: (line: string) => void): Promise<boolean> {
  const { dataDir, storage, databaseUrl } = config
  const embedded = storage.kind === 'embedded'
  const accounts = databaseUrl === null && existsSync(join(dataDir, 'kho.sqlite'))
  if (!embedded && !accounts) throw new Error(`Kho keeps nothing in ${dataDir}: there is nothing to read.`)
  const problems = accounts ? problemsOfAccounts(dataDir) : []
  for (const problem of problems) say(problem)
  const files = !embedded || (await runOnEngine(config, 'verify', '', say))
  return files && problems.length === 0
}
