import type { S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import type { Vault } from '../secret.ts'
import { type KeyPair, makeClient } from '../storage/client.ts'
import { addKey, findConsoleKey } from '../store/access-keys.ts'
import { findAccountKey, keepAccountKey } from '../store/account-keys.ts'
import type { Database } from '../store/open.ts'
import { changeRights } from '../store/rights.ts'
import type { User } from '../store/users.ts'
import { newKeyPair } from './key-pair.ts'
import type { Rights } from './rights.ts'
import type { StorageAdmin } from './storage-admin.ts'

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
  /** Forgets a user who has gone. */
  forget(userId: string): void
  close(): Promise<void>
}

/** Keeps one S3 client per account and sub-user, at most 1,000. `now` is in ms. */
export function makeAccountAccess(options: {
  db: Database
  vault: Vault
  admin: StorageAdmin
  rights: Rights
  endpoint: string
  region: string
  now: () => number
}): AccountAccess {
  const { db, vault, admin, rights } = options
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
      await keepAccountKey(db, accountId, sealed, seconds())
      keys = await keptOfAccount(accountId)
    }
    if (!keys) throw new Error('The account has gone.')
    await rights.account(accountId)
    return keys
  }

  async function keysOfSubUser(userId: string): Promise<KeyPair> {
    const key = await db.transaction().execute(async trx => {
      const kept = await findConsoleKey(trx, userId)
      if (kept) return kept
      if ((await changeRights(trx, userId)) === null) throw new Problem('UNAUTHORIZED')
      const first = await findConsoleKey(trx, userId)
      if (first) return first
      const { accessKey, secretKey } = newKeyPair()
      const made = { accessKey, sealedSecret: vault.seal(secretKey, userId) }
      await addKey(trx, { ...made, userId, name: '', console: true, now: seconds() })
      return made
    })
    await rights.user(userId)
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
      user.isSubUser && !shared ? remembered(user.id, () => keysOfSubUser(user.id)) : ofAccount(user),
    forget: userId => {
      known.delete(userId)
    },
    async close() {
      for (const access of await Promise.allSettled(known.values())) {
        if (access.status === 'fulfilled') access.value.client.destroy()
      }
      known.clear()
    },
  }
}
