import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { interruptedRestore, lockDataFolder, lockSecret } from '../data-lock.ts'
import { type Engine, openEngine } from '../engine/engine.ts'
import { indexSchema } from '../engine/store/schema.ts'
import { version } from '../program.ts'
import { rotateConsoleKeys } from '../storage-admin/console-keys.ts'
import { readSecrets, replaceSecretFile } from '../vault/secret-files.ts'
import { engineSecrets, markOf, type Vault } from '../vault/vault.ts'
import { askControl } from './control.ts'
import { withDatabase } from './database.ts'
import { reseal } from './reseal.ts'

/** ms in which processes that do not know the new secret have noticed, and ended. */
const noticed = 15_000

/**
 * Seals with the secret whatever the earlier one sealed; first makes a new secret if it is kept in the data folder. The
 * process that runs on the folder does so, else this one. Gives whether all was opened and nothing is left to do.
 * @throws as `withDatabase`, and if there is no earlier secret in the settings
 */
export async function runReplaceSecret(
  config: Config,
  say: (line: string) => void,
  { pause = (): Promise<unknown> => wait(noticed) } = {},
): Promise<boolean> {
  const { dataDir } = config
  const unlock = existsSync(dataDir) ? lockSecret(dataDir) : () => undefined
  try {
    return await replaceSecret(config, say, pause)
  } finally {
    unlock()
  }
}

async function replaceSecret(
  config: Config,
  say: (line: string) => void,
  pause: () => Promise<unknown>,
): Promise<boolean> {
  const { dataDir, databaseUrl } = config
  if (existsSync(interruptedRestore(dataDir))) throw new Error(`A restore into ${dataDir} did not end well.`)
  if (readSecrets(config).earlier === null) {
    if (config.secret !== null)
      throw new Error('Set KHO_SECRET to the new secret, and KHO_SECRET_OLD to the one that it replaces.')
    // It must be the database's before it is kept as the earlier one.
    await withDatabase(config, async () => undefined)
    replaceSecretFile(dataDir)
    say('There is a new secret in the data folder; the earlier one is kept as secret.old.')
  }
  if (databaseUrl !== null) {
    await withDatabase(config, async () => undefined, { begins: true })
    say('Waiting 15 seconds for processes that have the earlier secret only: they end.')
    await pause()
  }
  const asked = await askControl(dataDir, 'secret', markOf(readSecrets(config).secret), say)
  return asked ?? (await resealHere(config, say))
}

async function resealHere(config: Config, say: (line: string) => void): Promise<boolean> {
  const { dataDir, storage } = config
  const unlock = existsSync(dataDir) ? lockDataFolder(dataDir) : () => undefined
  const { signal } = new AbortController()
  try {
    return await withDatabase(
      config,
      async (db, vault) => {
        const engine = storage.kind === 'embedded' ? await openStoppedEngine(config, vault) : null
        try {
          return await reseal({ db, vault, engine, config, now: Date.now }, { say, signal })
        } finally {
          await engine?.close()
        }
      },
      { begins: true },
    )
  } finally {
    unlock()
  }
}

/** Opens the engine as a start does, without serving anything. */
async function openStoppedEngine({ dataDir, diskReserve, storage }: Config, vault: Vault): Promise<Engine> {
  const dir = join(dataDir, 's3')
  const path = join(dir, 'index.sqlite')
  if (!existsSync(path)) throw new Error(`${dir} has no index: run this command where the data folder is.`)
  const index = new DatabaseSync(path, { readOnly: true })
  const schema = Number(index.prepare('PRAGMA user_version').get()?.user_version)
  index.close()
  if (schema < indexSchema())
    throw new Error(
      `The files are of an older version than ${version}: start that once, which upgrades them.`,
    )
  return await openEngine({
    dir,
    region: storage.region,
    ...engineSecrets(vault),
    disk: { reserve: diskReserve },
    scrub: false,
    lifecycle: false,
  })
}

/**
 * Replaces the keys that the console itself signs with. Works beside a running server, which passes them on to the
 * storage; otherwise the next start does.
 * @throws as `withDatabase`, and if the storage has one key pair for everybody
 */
export async function runRotate(config: Config, say: (line: string) => void): Promise<void> {
  if (config.storage.kind === 's3')
    throw new Error('This storage has one key pair: replace KHO_S3_ADMIN_KEY and KHO_S3_ADMIN_SECRET.')
  const { keys, accounts } = await withDatabase(config, (db, vault) =>
    rotateConsoleKeys({ db, vault, now: Date.now }),
  )
  say(`Console keys replaced: ${keys}, of ${accounts} accounts.`)
  if (keys > 0) say('The old ones, and links signed with them, are refused within seconds while Kho runs.')
}
