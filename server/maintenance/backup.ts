import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config.ts'
import { syncFile } from '../engine/store/backup.ts'
import { runOnEngine } from './on-engine.ts'
import { problemsOfCopy } from './verify.ts'

type Say = (line: string) => void

/** In one step: a write in between would restart the copy. */
const ALL_PAGES = 2 ** 30
/** Copies of the database; replacing the secret changes its files three times. */
const MOST_TRIES = 4
const SECRETS = ['secret', 'secret.old'] as const

/** In the data folder: written at the end of each backup that is whole. */
export const lastBackup = (dataDir: string): string => join(dataDir, 'last-backup')

/**
 * Copies what Kho keeps to an empty or absent folder, also while it runs: accounts (from PostgreSQL by `pg_dump`, unless
 * `accounts` is false), secrets, settings, and the files of the embedded engine. Returns whether the copy is whole.
 * @throws before anything is copied if the folder is not empty, or in the data folder; if something cannot be copied
 */
export async function runBackup(
  config: Config,
  folder: string,
  say: Say,
  { accounts = true } = {},
): Promise<boolean> {
  const { dataDir, storage } = config
  const target = resolve(folder)
  // A backup inside the folder would be lost with it.
  if (relative(resolve(dataDir), target).split(sep)[0] !== '..')
    throw new Error(`${target} is in the data folder: nothing was copied.`)
  if (storage.kind === 'embedded' && !existsSync(join(dataDir, 's3/index.sqlite')))
    throw new Error(`${join(dataDir, 's3')} has no index: there is nothing to copy.`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  if ((await readdir(target)).length > 0) throw new Error(`${target} is not empty: nothing was copied.`)
  // The accounts first: newer keys are corrected at the start, buckets without an account are not.
  if (accounts && config.databaseUrl !== null) await dumpPostgres(config.databaseUrl, target)
  await copyLocal(dataDir, target)
  await put(target, 'kho.env', settingsFile(config.given))
  const copied = storage.kind !== 'embedded' || (await runOnEngine(config, 'backup', join(target, 's3'), say))
  await syncFile(target)
  const problems = copied ? await problemsOfCopy(target, config.databaseUrl === null) : []
  for (const problem of problems) say(problem)
  if (!copied || problems.length > 0) return false
  if (storage.kind !== 'embedded') say('The files are kept by the storage: no copy of them is made.')
  if (config.databaseUrl !== null && !accounts)
    say('The accounts are in PostgreSQL: no copy of them is made.')
  say(`The backup is in ${target}.`)
  await writeFile(lastBackup(dataDir), '', { mode: 0o600 })
  return true
}

const put = (folder: string, name: string, text: string) =>
  writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx', flush: true })

/** Copies the console's SQLite database, which may be in use, and the secrets that open this copy. */
async function copyLocal(dataDir: string, target: string): Promise<void> {
  const database = join(dataDir, 'kho.sqlite')
  let secrets = await readSecretFiles(dataDir)
  for (let tries = 1; existsSync(database); tries++) {
    await copyDatabase(database, join(target, 'kho.sqlite'))
    // `kho rotate secret` may run beside this.
    const after = await readSecretFiles(dataDir)
    if (isDeepStrictEqual(after, secrets)) break
    if (tries === MOST_TRIES) throw new Error(`The secret is being replaced: ${target} is no backup.`)
    secrets = after
  }
  for (const [at, name] of SECRETS.entries()) if (secrets[at] != null) await put(target, name, secrets[at])
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

async function copyDatabase(path: string, target: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    // SQLite would let others read it.
    await writeFile(target, '', { mode: 0o600 })
    await backup(source, target, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  await chmod(target, 0o600)
  await syncFile(target)
}

/** Lines that systemd and a shell read alike. */
const settingsFile = (given: Record<string, string>): string =>
  Object.entries(given)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('')

const quoted = (value: string) =>
  value.includes("'") ? `"${value.replace(/["\\$`]/g, '\\$&')}"` : `'${value}'`

/**
 * Writes the database to `accounts.dump` in the folder, in the custom format of `pg_dump`.
 * @throws with what it said if it fails, or is not installed
 */
async function dumpPostgres(databaseUrl: string, folder: string): Promise<void> {
  const file = join(folder, 'accounts.dump')
  await writeFile(file, '', { mode: 0o600 })
  const url = new URL(databaseUrl)
  // Arguments can be read by everybody on the machine.
  const env = { ...process.env, ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }) }
  url.password = ''
  const args = ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${url}`]
  const child = spawn('pg_dump', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', piece => {
    said += piece
  })
  const [status] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      'The accounts are in PostgreSQL, and there is no pg_dump here: install it, or give --without-accounts.',
    )
  })
  if (status !== 0) throw new Error(`pg_dump has failed: ${said.trim()}`)
  await syncFile(file)
}
