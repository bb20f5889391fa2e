import type { S3Client } from '@aws-sdk/client-s3'
import { LRUCache } from 'lru-cache'
import { type KeyPair, newKeyPair } from '../s3/keys.ts'
import type { Vault } from '../secret.ts'
import { makeClient, retire } from '../storage/client.ts'
import { addKey, findConsoleKey } from '../store/access-keys.ts'
import { findAccountKey, keepAccountKey } from '../store/account-keys.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import type { User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { StorageAdmin } from './storage-admin.ts'
import type { StorageSync } from './storage-sync.ts'

export type Access = { client: S3Client; keys: KeyPair }

type Who = Pick<User, 'id' | 'accountId' | 'isSubUser'>

/**
 * Ways to the storage. Their keys are made on first need, and stay the same as long as their user is there: what they
 * may do, and whether they count, is the storage's to know.
 */
export type AccountAccess = {
  /** The user's own way: a sub-user's has its level, and signs addresses that end with it. */
  clientForUser(user: Who): Promise<Access>
  /** The account's own way, with full control: for what the console does by itself. */
  clientForAccount(user: Who): Promise<Access>
  close(): Promise<void>
}

/** Keeps one S3 client for each key, at most 1,000: those not used for longest go first. `now` is in ms. */
export function makeAccountAccess(options: {
  db: Database
  vault: Vault
  admin: StorageAdmin
  sync: StorageSync
  endpoint: string
  region: string
  now: () => number
}): AccountAccess {
  const { db, vault, admin, sync } = options
  const known = new LRUCache<string, Promise<Access>>({
    max: 1000,
    dispose: access =>
      access.then(
        ({ client }) => retire(client),
        () => undefined,
      ),
  })
  const seconds = () => Math.floor(options.now() / 1000)

  async function keptOfAccount(accountId: string): Promise<KeyPair | null> {
    const key = await findAccountKey(db, accountId)
    return key && { accessKey: key.accessKey, secretKey: vault.open(key.sealedSecret, accountId) }
  }

  async function keysOfAccount(accountId: string): Promise<KeyPair> {
    const kept = await keptOfAccount(accountId)
    if (kept) return kept
    const { accessKey, secretKey } = newKeyPair()
    const sealed = { accessKey, sealedSecret: vault.seal(secretKey, accountId) }
    await db.transaction().execute(async trx => {
      if (await keepAccountKey(trx, accountId, sealed, seconds())) await bumpDesiredVersion(trx, accountId)
    })
    const made = await keptOfAccount(accountId)
    if (!made) throw new Error('The account has gone.')
    return made
  }

  async function keysOfSubUser(userId: string, accountId: string): Promise<KeyPair> {
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
  }

  /** By access key: where another process gives the user another one, that counts from the next call on. */
  function withKeys(keys: KeyPair, accountId: string | null): Promise<Access> {
    const found = known.get(keys.accessKey)
    if (found) return found
    const access = (async () => {
      if (accountId !== null) await sync.verify(accountId)
      return { keys, client: makeClient({ endpoint: options.endpoint, region: options.region, keys }) }
    })()
    known.set(keys.accessKey, access)
    access.catch(() => known.delete(keys.accessKey))
    return access
  }

  const shared = admin.sharedKeys
  const clientForAccount = async ({ accountId }: Who) =>
    shared ? withKeys(shared, null) : withKeys(await keysOfAccount(accountId), accountId)

  return {
    clientForAccount,
    clientForUser: async user =>
      user.isSubUser && !shared
        ? withKeys(await keysOfSubUser(user.id, user.accountId), user.accountId)
        : clientForAccount(user),
    async close() {
      const open = await Promise.allSettled(known.values())
      known.clear()
      for (const access of open) if (access.status === 'fulfilled') access.value.client.destroy()
    },
  }
}
