import type { Config } from '../config.ts'
import { rotateConsoleKeys } from '../storage-admin/console-keys.ts'
import { withDatabase } from './database.ts'

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
