import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** `earlier`: the secret that is being replaced; null: none is. */
export type Secrets = { secret: string; earlier: string | null }

const current = (dataDir: string) => join(dataDir, 'secret')
const old = (dataDir: string) => join(dataDir, 'secret.old')

/** The secrets of the settings, else those kept in the data folder. @throws if there are none */
export function readSecrets({ secret, secretOld, dataDir }: Config): Secrets {
  if (secret !== null) return { secret, earlier: secretOld }
  if (!existsSync(current(dataDir))) throw new Error(`${dataDir} has no secret, and KHO_SECRET is not set.`)
  const kept = read(current(dataDir))
  const earlier = existsSync(old(dataDir)) ? read(old(dataDir)) : null
  // A replacement that was cut off before the new secret was there.
  return { secret: kept, earlier: earlier === kept ? null : earlier }
}

/** As `readSecrets`; a data folder without a secret gets one (mode 0600), atomically. */
export function readOrMakeSecrets(config: Config): Secrets {
  if (config.secret === null && !existsSync(current(config.dataDir))) makeFirst(config.dataDir)
  return readSecrets(config)
}

/** Puts a new secret into the data folder; the one before is kept as `secret.old`. */
export function replaceSecretFile(dataDir: string): void {
  const kept = read(current(dataDir))
  if (!existsSync(old(dataDir))) {
    renameSync(draftOf(dataDir, kept), old(dataDir))
    syncFolder(dataDir)
  } else if (read(old(dataDir)) !== kept) throw new Error(`${old(dataDir)} is still needed.`)
  renameSync(draftOf(dataDir, newSecret()), current(dataDir))
  syncFolder(dataDir)
}

/** Nothing is sealed with it any more. */
export function removeOldSecretFile(dataDir: string): void {
  rmSync(old(dataDir), { force: true })
  syncFolder(dataDir)
}

const newSecret = () => randomBytes(32).toString('base64url')

function read(path: string): string {
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${path} holds no secret of at least 32 characters.`)
  return secret
}

function draftOf(dataDir: string, secret: string): string {
  const draft = join(dataDir, `secret.${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, secret, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

function makeFirst(dataDir: string): void {
  const draft = draftOf(dataDir, newSecret())
  try {
    linkSync(draft, current(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
