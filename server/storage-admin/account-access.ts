import type { S3Client } from '@aws-sdk/client-s3'
import type { Vault } from '../secret.ts'
import { type KeyPair, makeClient } from '../storage/client.ts'
import { findAccountKey, keepAccountKey } from '../store/account-keys.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import type { StorageAdmin } from './storage-admin.ts'

export type Access = { client: S3Client; keys: KeyPair }

export type AccountAccess = {
  /** The account's own way to the storage; its storage user and key pair are made on first need. */
  of(user: Pick<User, 'accountId' | 'accountName' | 'storageUid'>): Promise<Access>
  close(): Promise<void>
}

/** Keeps one S3 client per account, at most 1,000. `now` is in ms. */
export function makeAccountAccess(options: {
  db: Database
  vault: Vault
  admin: StorageAdmin
  endpoint: string
  region: string
  now: () => number
}): AccountAccess {
  const { db, vault, admin } = options
  const known = new Map<string, Promise<Access>>()

  async function kept(accountId: string): Promise<KeyPair | null> {
    const key = await findAccountKey(db, accountId)
    return key && { accessKey: key.accessKey, secretKey: vault.open(key.sealedSecret, accountId) }
  }

  async function made(user: Parameters<AccountAccess['of']>[0]): Promise<KeyPair> {
    const { accountId, accountName, storageUid } = user
    await admin.putUser({ uid: storageUid, displayName: accountName })
    const keys = await admin.createKey(storageUid, 'full')
    const sealed = { accessKey: keys.accessKey, sealedSecret: vault.seal(keys.secretKey, accountId) }
    if (await keepAccountKey(db, accountId, sealed, Math.floor(options.now() / 1000))) return keys
    await admin.deleteKey(storageUid, keys.accessKey)
    const first = await kept(accountId)
    if (!first) throw new Error('The account has gone.')
    return first
  }

  async function open(user: Parameters<AccountAccess['of']>[0]): Promise<Access> {
    const keys = admin.capabilities.users
      ? ((await kept(user.accountId)) ?? (await made(user)))
      : await admin.createKey(user.storageUid, 'full')
    return { keys, client: makeClient({ endpoint: options.endpoint, region: options.region, keys }) }
  }

  return {
    of(user) {
      const found = known.get(user.accountId)
      if (found) return found
      const access = open(user)
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size >= 1000) known.delete(oldest)
      known.set(user.accountId, access)
      access.catch(() => known.delete(user.accountId))
      return access
    },
    async close() {
      for (const access of await Promise.allSettled(known.values())) {
        if (access.status === 'fulfilled') access.value.client.destroy()
      }
      known.clear()
    },
  }
}
