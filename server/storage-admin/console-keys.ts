import { type KeyPair, newKeyPair } from '../s3/keys.ts'
import { addKey, consoleKeyUsers, findConsoleKey, replaceConsoleKey } from '../store/access-keys.ts'
import { accountsWithKey, findAccountKey, keepAccountKey, replaceAccountKey } from '../store/account-keys.ts'
import type { Database, Transaction } from '../store/open.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { SealedColumn } from '../vault/sealed-columns.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * The keys that the console itself signs with, created on first need. They stay the same until `rotateConsoleKeys` or
 * their owner's end; their rights, and whether they are valid, are the storage's state.
 */
type ConsoleKeys = {
  ofAccount(accountId: string): Promise<KeyPair>
  /** UNAUTHORIZED if the sub-user was deleted. */
  ofSubUser(userId: string, accountId: string): Promise<KeyPair>
}

/** `now`: ms. */
export function makeConsoleKeys(options: { db: Database; vault: Vault; now: () => number }): ConsoleKeys {
  const { db, vault } = options
  const seconds = () => Math.floor(options.now() / 1000)

  async function findOfAccount(accountId: string): Promise<KeyPair | null> {
    const key = await findAccountKey(db, accountId)
    return (
      key && {
        accessKey: key.accessKey,
        secretKey: vault.open(key.sealedSecret, 'account_keys.secret_key', accountId),
      }
    )
  }

  return {
    async ofAccount(accountId) {
      const known = await findOfAccount(accountId)
      if (known) return known
      const made = sealed(vault, 'account_keys.secret_key', accountId)
      await db.transaction().execute(async trx => {
        if (await keepAccountKey(trx, accountId, made, seconds())) await bumpDesiredVersion(trx, accountId)
      })
      const kept = await findOfAccount(accountId)
      if (!kept) throw new Error('The account has gone.')
      return kept
    },

    async ofSubUser(userId, accountId) {
      const makeKey = async (trx: Transaction) => {
        const first = await findConsoleKey(trx, userId)
        if (first) return first
        const made = sealed(vault, 'access_keys.secret_key', userId)
        await addKey(trx, { ...made, userId, name: '', console: true, now: seconds() })
        await bumpDesiredVersion(trx, accountId)
        return made
      }
      const key = (await findConsoleKey(db, userId)) ?? (await withLockedUser(db, userId, makeKey))
      return {
        accessKey: key.accessKey,
        secretKey: vault.open(key.sealedSecret, 'access_keys.secret_key', userId),
      }
    },
  }
}

type Replacing = { db: Database; vault: Vault; now: number }

const sealed = (vault: Vault, column: SealedColumn, owner: string) => {
  const { accessKey, secretKey } = newKeyPair()
  return { accessKey, sealedSecret: vault.seal(secretKey, column, owner) }
}

/** Replaces the key that signs for an account's owner: addresses signed with the old one end. False if there is none. */
export function replaceOwnersKey({ db, vault, now }: Replacing, accountId: string): Promise<boolean> {
  return replaceAccountKey(db, accountId, sealed(vault, 'account_keys.secret_key', accountId), now)
}

/** As `replaceOwnersKey`, for any user. For a transaction. */
export async function replaceUsersKey(
  { db, vault, now }: Replacing & { db: Transaction },
  { id, accountId, isSubUser }: { id: string; accountId: string; isSubUser: boolean },
): Promise<void> {
  const replaced = isSubUser
    ? await replaceConsoleKey(db, id, sealed(vault, 'access_keys.secret_key', id), now)
    : await replaceOwnersKey({ db, vault, now }, accountId)
  if (replaced) await bumpDesiredVersion(db, accountId)
}

/**
 * Replaces all console keys, account by account. Every process rereads them for each call; the storage receives the new
 * ones with the next push, and then refuses the old ones. `now`: ms.
 */
export async function rotateConsoleKeys(options: {
  db: Database
  vault: Vault
  now: () => number
}): Promise<{ keys: number; accounts: number }> {
  const { db, vault } = options
  const users = await consoleKeyUsers(db)
  const accounts = new Set([...(await accountsWithKey(db)), ...users.map(user => user.accountId)])
  let keys = 0
  for (const accountId of accounts) {
    keys += await db.transaction().execute(async trx => {
      const now = Math.floor(options.now() / 1000)
      let replaced = Number(await replaceOwnersKey({ db: trx, vault, now }, accountId))
      for (const { id } of users.filter(user => user.accountId === accountId))
        replaced += Number(await replaceConsoleKey(trx, id, sealed(vault, 'access_keys.secret_key', id), now))
      await bumpDesiredVersion(trx, accountId)
      return replaced
    })
  }
  return { keys, accounts: accounts.size }
}
