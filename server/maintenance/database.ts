import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkSecret } from '../check-secret.ts'
import type { Config } from '../config.ts'
import { version } from '../program.ts'
import { makeVault, readOrMakeSecret, type Vault } from '../secret.ts'
import { type Database, openDatabase } from '../store/open.ts'

/**
 * Runs `work` on the console's database, which a server may have open too.
 * @throws if there is no database, or the secret is another
 */
export async function withDatabase<T>(
  config: Config,
  work: (db: Database, vault: Vault) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === null && !existsSync(join(dataDir, 'kho.sqlite')))
    throw new Error(`${dataDir} has no kho.sqlite: there are no users.`)
  if (config.secret === null && !existsSync(join(dataDir, 'secret')))
    throw new Error(`${dataDir} has no secret, and KHO_SECRET is not set.`)
  const vault = makeVault(config.secret ?? readOrMakeSecret(dataDir))
  const older = `The accounts are of an older version than ${version}: start that once, which upgrades them.`
  const db = await openDatabase({ url: databaseUrl, dataDir, older })
  try {
    await checkSecret(db, vault)
    return await work(db, vault)
  } finally {
    await db.destroy()
  }
}
