import { type KeyPair, newKeyPair } from '../s3/keys.ts'
import type { Vault } from '../secret.ts'
import { addKey, findConsoleKey } from '../store/access-keys.ts'
import { findAccountKey, keepAccountKey } from '../store/account-keys.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'

/**
 * The keys that the console itself signs with, made on first need. They stay the same for as long as their owner
 * exists: what they may do, and whether they are valid, is the storage's to know.
 */
export type ConsoleKeys = {
  ofAccount(accountId: string): Promise<KeyPair>
  /** UNAUTHORIZED where the sub-user has been deleted. */
  ofSubUser(userId: string, accountId: string): Promise<KeyPair>
}

/** `now`: ms. */
export function makeConsoleKeys(options: { db: Database; vault: Vault; now: () => number }): ConsoleKeys {
  const { db, vault } = options
  const seconds = () => Math.floor(options.now() / 1000)

  async function findOfAccount(accountId: string): Promise<KeyPair | null> {
    const key = await findAccountKey(db, accountId)
    return key && { accessKey: key.accessKey, secretKey: vault.open(key.sealedSecret, accountId) }
  }

  return {
    async ofAccount(accountId) {
      const known = await findOfAccount(accountId)
      if (known) return known
      const { accessKey, secretKey } = newKeyPair()
      const sealed = { accessKey, sealedSecret: vault.seal(secretKey, accountId) }
      await db.transaction().execute(async trx => {
        if (await keepAccountKey(trx, accountId, sealed, seconds())) await bumpDesiredVersion(trx, accountId)
      })
      const made = await findOfAccount(accountId)
      if (!made) throw new Error('The account has gone.')
      return made
    },

    async ofSubUser(userId, accountId) {
      const makeKey = async (trx: Database) => {
        const first = await findConsoleKey(trx, userId)
        if (first) return first
        const { accessKey, secretKey } = newKeyPair()
        const made = { accessKey, sealedSecret: vault.seal(secretKey, userId) }
        await addKey(trx, { ...made, userId, name: '', console: true, now: seconds() })
        await bumpDesiredVersion(trx, accountId)
        return made
      }
      const key = (await findConsoleKey(db, userId)) ?? (await withLockedUser(db, userId, makeKey))
      return { accessKey: key.accessKey, secretKey: vault.open(key.sealedSecret, userId) }
    },
  }
}
