import type { Engine } from '../engine/engine.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion, storageAccounts } from '../store/storage-users.ts'

/**
 * Suspends the engine's users that belong to no account of this database, after a change to another database or an older
 * one: nobody would see their keys, or could end them. Those that have an account again are resumed by the next push.
 * Returns the uids of the suspended.
 */
export async function suspendStrangers(db: Database, engine: Engine['admin']): Promise<string[]> {
  const accounts = new Map((await storageAccounts(db)).map(({ id, storageUid }) => [storageUid, id]))
  const strangers: string[] = []
  for (const { uid, suspended } of engine.listUsers()) {
    const accountId = accounts.get(uid)
    if (accountId !== undefined) {
      if (suspended) await bumpDesiredVersion(db, accountId)
    } else if (!suspended) {
      engine.setSuspended(uid, true)
      strangers.push(uid)
    }
  }
  return strangers
}
