import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Config } from '../config.ts'
import { markOf } from '../vault/vault.ts'
import { runOnEngine } from './on-engine.ts'

/** A table without which a database is not what its name claims. */
const known: Record<string, string> = { 'kho.sqlite': 'kysely_migration', 's3/index.sqlite': 'progress' }

/**
 * A sentence for each thing that is wrong with a copy of a data folder beside the bodies of objects: its databases are
 * read whole, and its secret must be that of its accounts. `accounts`: whether there must be some.
 */
export async function problemsOfCopy(folder: string, accounts: boolean): Promise<string[]> {
  const databases = Object.keys(known).filter(name => existsSync(join(folder, name)))
  // Without files of SQLite beside them, as nothing writes them.
  const damaged = databases.flatMap(name => damageOf(join(folder, name), name, '?immutable=1'))
  if (accounts && !databases.includes('kho.sqlite')) damaged.push(`${folder} has no accounts.`)
  return damaged.length > 0 ? damaged : await otherSecret(folder)
}

/** A sentence for what is wrong with the accounts in a data folder, which may be in use. */
export const problemsOfAccounts = (dataDir: string): string[] =>
  damageOf(join(dataDir, 'kho.sqlite'), 'kho.sqlite', '')

function damageOf(path: string, name: string, search: string): string[] {
  const url = Object.assign(pathToFileURL(path), { search })
  try {
    using db = new DatabaseSync(url, { readOnly: true })
    const found = db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
    if (found !== 'ok') return [`${path} is damaged: ${String(found).replaceAll(/\s+/g, ' ')}.`]
    const table = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(known[name]!)
    return table ? [] : [`${path} is empty, or no database of Kho.`]
  } catch (error) {
    return [`${path} is damaged: ${(error as Error).message}.`]
  }
}

/** A sentence if the accounts are sealed with another secret than the folder's, which it may not have. */
async function otherSecret(folder: string): Promise<string[]> {
  const database = join(folder, 'kho.sqlite')
  const files = ['secret', 'secret.old'].map(name => join(folder, name)).filter(path => existsSync(path))
  if (files.length === 0 || !existsSync(database)) return []
  const url = Object.assign(pathToFileURL(database), { search: '?immutable=1' })
  using db = new DatabaseSync(url, { readOnly: true })
  const kept = db.prepare("SELECT value FROM settings WHERE name = 'secret-check'").get()?.value
  const marks = await Promise.all(files.map(async path => markOf((await readFile(path, 'utf8')).trim())))
  return kept === undefined || marks.includes(String(kept))
    ? []
    : [`${files[0]} is not the secret of the accounts beside it.`]
}

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
