import type { S3Client } from '@aws-sdk/client-s3'
import { LRUCache } from 'lru-cache'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { KeyPair } from '../s3/keys.ts'
import { requireBucket } from '../storage/buckets.ts'
import { makeClient, retire } from '../storage/client.ts'
import type { Remover } from '../storage/delete-objects.ts'
import { headObject } from '../storage/object-details.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { makeConsoleKeys } from './console-keys.ts'
import type { StorageAdmin } from './storage-admin.ts'
import type { StorageSync } from './storage-sync.ts'

export type Access = { client: S3Client; keys: KeyPair }

type Who = Pick<User, 'id' | 'accountId' | 'isSubUser'>
type Reader = Who & Pick<User, 'permission' | 'scope'>

/** A bucket, or a version of an object in it. */
type Read = { bucket: string; path?: string; versionId?: string | undefined }

export type AccountAccess = {
  /** Signs with the user's own key: a sub-user's has its level, or the rights of its scope. */
  clientForUser(user: Who): Promise<Access>
  /**
   * Signs a read for a user with the user's own key or, if that cannot read what its level allows, with the owner's
   * after a HEAD with its own. ACCESS_DENIED, OBJECT_NOT_FOUND, BUCKET_NOT_FOUND.
   */
  clientToRead(user: Reader, what: Read): Promise<Access>
  /**
   * Like `clientToRead`, for the names in a bucket. For users who may not list, it lists with the owner's key: no names
   * are disclosed to them.
   */
  clientToList(user: Reader): Promise<Access>
  /**
   * Signs with the key of the account's owner, which policies do not limit: for the console's own work, and never to
   * perform or answer the request.
   */
  clientForAccount(user: Pick<Who, 'accountId'> & Partial<Who>): Promise<Access>
  close(): Promise<void>
}

/**
 * Deletes with the user's own client: one by one if the user has a scope and the storage applies no policy to the keys
 * of DeleteObjects.
 */
export function removerFor(client: S3Client, storage: StorageKind, { scope }: Pick<User, 'scope'>): Remover {
  return { client, singly: scope !== null && differsFromS3(storage, 'policy-delete-many') }
}

/** Whether the contents of a bucket may be disclosed to a user: not with write-only rights. */
export const mayRead = ({ permission }: Pick<User, 'permission'>): boolean => permission !== 'write'

/** Maximum number of accounts remembered as verified: a short text each. */
const mostVerified = 100_000

/**
 * Caches one S3 client for each key, at most `most`: the least recently used is dropped first. An account's storage
 * user is verified before its first client. `now`: ms.
 */
export function makeAccountAccess(options: {
  db: Database
  vault: Vault
  admin: StorageAdmin
  storageKind: StorageKind
  sync: StorageSync
  endpoint: string
  region: string
  now: () => number
  /** 1,000 by default. */
  most?: number
}): AccountAccess {
  const { admin, sync } = options
  const consoleKeys = makeConsoleKeys(options)
  const known = new LRUCache<string, Promise<Access>>({
    max: options.most ?? 1000,
    dispose: access =>
      access.then(
        ({ client }) => retire(client),
        () => undefined,
      ),
  })

  const verified = new LRUCache<string, Promise<void>>({ max: mostVerified })

  /** Ensures that the storage has the account's keys; any other difference is repaired once. */
  function ensureKeys(accountId: string): Promise<void> {
    const found = verified.get(accountId)
    if (found) return found.then(() => sync.apply(accountId))
    const verifying = sync.verify(accountId)
    verified.set(accountId, verifying)
    verifying.catch(() => verified.delete(accountId))
    return verifying
  }

  /** Cached by access key: another process may replace a user's key, which then counts from the next call on. */
  function withKeys(keys: KeyPair, accountId: string | null): Promise<Access> {
    const found = known.get(keys.accessKey)
    if (found) return found
    const access = (async () => {
      if (accountId !== null) await ensureKeys(accountId)
      return { keys, client: makeClient({ endpoint: options.endpoint, region: options.region, keys }) }
    })()
    known.set(keys.accessKey, access)
    access.catch(() => known.delete(keys.accessKey))
    return access
  }

  const shared = admin.sharedKeys
  const clientForAccount = async ({ accountId }: Pick<Who, 'accountId'>) =>
    shared ? withKeys(shared, null) : withKeys(await consoleKeys.ofAccount(accountId), accountId)

  const clientForUser = async (user: Who) =>
    user.isSubUser && !shared
      ? withKeys(await consoleKeys.ofSubUser(user.id, user.accountId), user.accountId)
      : clientForAccount(user)

  return {
    clientForAccount,
    clientForUser,
    async clientToRead(user, { bucket, path, versionId }) {
      const own = await clientForUser(user)
      if (!user.isSubUser || shared) return own
      // RGW shows sub-users neither tags, ACLs nor settings; users with a scope have no access to a bucket's settings.
      const tells = !differsFromS3(options.storageKind, 'sub-user-levels')
      if (tells && mayRead(user) && (path !== undefined || user.scope === null)) return own
      if (path === undefined) await requireBucket(own.client, bucket)
      else await headObject(own.client, { bucket, path, versionId })
      return clientForAccount(user)
    },
    clientToList: user => (mayRead(user) ? clientForUser(user) : clientForAccount(user)),
    async close() {
      const open = await Promise.allSettled(known.values())
      known.clear()
      for (const access of open) if (access.status === 'fulfilled') access.value.client.destroy()
    },
  }
}
