import type { Vault } from './secret.ts'
import type { Database } from './store/open.ts'
import { keepSetting } from './store/settings.ts'

/** Throws if the database's secrets were sealed with another secret. */
export async function checkSecret(db: Database, vault: Vault): Promise<void> {
  const mark = vault.digest('kho')
  if ((await keepSetting(db, 'secret-check', mark)) === mark) return
  throw new Error('KHO_SECRET is not the secret that this database was made with.')
}
