import type { S3Client } from '@aws-sdk/client-s3'
import { withUser } from '../auth/with-user.ts'
import type { Vault } from '../secret.ts'
import { type KeyPair, makeClient } from '../storage/client.ts'
import { addKey, findConsoleKey } from '../store/access-keys.ts'
import { findAccountKey, keepAccountKey } from '../store/account-keys.ts'
import type { Database } from '../store/open.ts'
import { countChange } from '../store/storage-users.ts'
import type { User } from '../store/users.ts'
import { newKeyPair } from './key-pair.ts'
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
  of(user: Who): Promise<Access>
  /** The account's own way, with full control: for what the console does by itself. */
  ofAccount(user: Who): Promise<Access>
  close(): Promise<void>
}

/** Keeps one S3 client per account and sub-user, at most 1,000. `now` is in ms. */
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
  const known = new Map<string, Promise<Access>>()
  const seconds = () => Math.floor(options.now() / 1000)

  async function keptOfAccount(accountId: string): Promise<KeyPair | null> {
    const key = await findAccountKey(db, accountId)
    return key && { accessKey: key.accessKey, secretKey: vault.open(key.sealedSecret, accountId) }
  }

  async function keysOfAccount(accountId: string): Promise<KeyPair> {
    let keys = await keptOfAccount(accountId)
    if (!keys) {
      const { accessKey, secretKey } = newKeyPair()
      const sealed = { accessKey, sealedSecret: vault.seal(secretKey, accountId) }
      await db.transaction().execute(async trx => {
        if (await keepAccountKey(trx, accountId, sealed, seconds())) await countChange(trx, accountId)
      })
      keys = await keptOfAccount(accountId)
    }
    if (!keys) throw new Error('The account has gone.')
    await sync.verify(accountId)
    return keys
  }

  async function keysOfSubUser(userId: string, accountId: string): Promise<KeyPair> {
    const makeKey = async (trx: Database) => {
      const first = await findConsoleKey(trx, userId)
      if (first) return first
      const { accessKey, secretKey } = newKeyPair()
      const made = { accessKey, sealedSecret: vault.seal(secretKey, userId) }
      await addKey(trx, { ...made, userId, name: '', console: true, now: seconds() })
      await countChange(trx, accountId)
      return made
    }
    const key = (await findConsoleKey(db, userId)) ?? (await withUser(db, userId, makeKey))
    await sync.verify(accountId)
    return { accessKey: key.accessKey, secretKey: vault.open(key.sealedSecret, userId) }
  }

  function remembered(name: string, keys: () => Promise<KeyPair>): Promise<Access> {
    const found = known.get(name)
    if (found) return found
    const { endpoint, region } = options
    const access = keys().then(pair => ({
      keys: pair,
      client: makeClient({ endpoint, region, keys: pair }),
    }))
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= 1000) known.delete(oldest)
    known.set(name, access)
    access.catch(() => known.delete(name))
    return access
  }

  const shared = admin.sharedKeys
  const ofAccount = ({ accountId }: Who) =>
    remembered(accountId, async () => shared ?? (await keysOfAccount(accountId)))

  return {
    ofAccount,
    of: user =>
      user.isSubUser && !shared
        ? remembered(user.id, () => keysOfSubUser(user.id, user.accountId))
        : ofAccount(user),
    async close() {
      for (const access of await Promise.allSettled(known.values())) {
        if (access.status === 'fulfilled') access.value.client.destroy()
      }
      known.clear()
    },
  }
}
