import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { version } from '../program.ts'
import { type Database, openDatabase } from '../store/open.ts'
import { openVault } from '../vault/open-vault.ts'
import { readSecrets } from '../vault/secret-files.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * Runs `work` on the console's database, which a server may have open too. `begins`: see `openVault`.
 * @throws if there is no database, or the secret is another
 */
export async function withDatabase<T>(
  config: Config,
  work: (db: Database, vault: Vault) => Promise<T>,
  { begins = false } = {},
): Promise<T> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === null && !existsSync(join(dataDir, 'kho.sqlite')))
    throw new Error(`${dataDir} has no kho.sqlite: there are no users.`)
  const secrets = readSecrets(config)
  const older = `The accounts are of an older version than ${version}: start that once, which upgrades them.`
  const db = await openDatabase({ url: databaseUrl, dataDir, older })
  try {
    return await work(db, await openVault(db, secrets, { begins }))
  } finally {
    await db.destroy()
  }
}
