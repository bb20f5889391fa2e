import { isOver } from '../../domain/expiry.ts'
import type { Rights } from '../../domain/key-rights.ts'
import { makePauses } from '../limits/pauses.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { Lock, Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import {
  beginPush,
  type DesiredUser,
  desiredUser,
  endPush,
  forgetStorageUser,
  isPending,
  syncState,
} from '../store/storage-users.ts'
import type { Vault } from '../vault/vault.ts'
import { reconcileUser } from './reconcile-user.ts'
import { levels, type StorageAdmin, type StorageUser } from './storage-admin.ts'

/** Pushes database state to storage; idempotent, safe concurrently, also in several processes. */
export type StorageSync = {
  /** Resolves once the storage has every change of the account that was committed before the call. STORAGE_UNAVAILABLE. */
  apply(accountId: string): Promise<void>
  /** Like `apply`, and repairs changes made at the storage. */
  verify(accountId: string): Promise<void>
  /**
   * Deletes the sub-users at the storage, then runs `commit`, which deletes their rows. If either fails, their keys are
   * restored.
   */
  remove(accountId: string, userIds: readonly string[], commit: () => Promise<void>): Promise<void>
}

/** Seconds after an interrupted push at which the storage is verified; after the last one the push's signatures have expired. */
const verifyAfter = [2, 5, 10, 20, 40, 80, 160, 320, 640, 960]

/**
 * Code that changes anything the storage must know calls `bumpDesiredVersion` in the same transaction, and `apply`
 * afterwards. A push holds the account's lock, reads the tables under it, and records its beginning and end: an
 * interrupted one is detected and repeated by the next. Requests that it left in flight may still take effect, over a
 * newer state, so the storage is then verified for as long as their signatures are valid.
 */
export function makeStorageSync(options: {
  db: Database
  vault: Vault
  admin: StorageAdmin
  locks: Locks
  /** ms */
  now: () => number
}): StorageSync {
  const { db, vault, admin, locks } = options
  const seconds = () => Math.floor(options.now() / 1000)
  const waiting = new Map<string, Promise<void>>()

  /** Of the keys of all users. An account may have ten thousand. */
  async function openKeys(users: DesiredUser['users']): Promise<(key: { accessKey: string }) => KeyPair> {
    const secrets = new Map<string, string>()
    const pause = makePauses()
    for (const { id, keys } of users)
      for (const { accessKey, sealedSecret } of keys) {
        await pause()
        secrets.set(accessKey, vault.open(sealedSecret, 'access_keys.secret_key', id))
      }
    return ({ accessKey }) => ({ accessKey, secretKey: secrets.get(accessKey)! })
  }

  const accountsKey = (key: { accessKey: string; sealedSecret: string }, accountId: string) => ({
    accessKey: key.accessKey,
    secretKey: vault.open(key.sealedSecret, 'account_keys.secret_key', accountId),
  })

  /** The storage user according to the tables, without the sub-users `leaveOut`; null: none. */
  async function wanted(
    desired: DesiredUser | null,
    accountId: string,
    leaveOut: readonly string[] = [],
  ): Promise<StorageUser | null> {
    if (!desired) return null
    const over = (expireDate: number) => isOver(expireDate, options.now() / 1000)
    const users = desired.users.filter(
      ({ id, isSubUser, expired, expireDate }) =>
        !leaveOut.includes(id) && !(isSubUser && (expired || over(expireDate))),
    )
    const pairOf = await openKeys(users)
    const keysOf = ({ keys }: DesiredUser['users'][number]) =>
      keys.filter(key => key.rights === undefined).map(pairOf)
    const own = users.filter(user => !user.isSubUser).flatMap(keysOf)
    const level = (rights: Rights | null) => (!rights || rights.scope ? 'none' : levels[rights.permission])
    return {
      displayName: desired.name,
      suspended: desired.suspended || desired.expired || over(desired.expireDate),
      notifications: desired.notifications,
      quota: desired.quota,
      keys: desired.key ? [accountsKey(desired.key, accountId), ...own] : own,
      subUsers: [
        ...users
          .filter(user => user.isSubUser)
          .map(user => ({ name: user.id, level: level(user.rights), keys: keysOf(user) }))
          .filter(({ keys }) => keys.length > 0),
        // A limited key is a sub-user of its own.
        ...users
          .flatMap(({ keys }) => keys)
          .filter(({ rights }) => rights !== undefined)
          .map(key => ({ name: key.accessKey, level: level(key.rights!), keys: [pairOf(key)] })),
      ],
    }
  }

  async function push(
    accountId: string,
    lock: Lock,
    more: { verify?: boolean; remove?: { userIds: readonly string[]; commit: () => Promise<void> } } = {},
  ): Promise<void> {
    for (let first = true; ; first = false) {
      const state = await syncState(db, accountId)
      if (!state) return
      const asked = first && (more.verify || more.remove !== undefined)
      if (!asked && !isPending(state, seconds())) return
      // The lock is held here: a push that is still recorded has died, or failed.
      const unsureSince = state.applying === null ? state.unsureSince : seconds()
      await beginPush(db, accountId, state.desired, unsureSince)
      const desired = await desiredUser(db, accountId)
      if (admin.capabilities.users)
        await reconcileUser(
          admin,
          state.storageUid,
          await wanted(desired, accountId, first ? more.remove?.userIds : undefined),
          lock,
        )
      await lock.check()
      if (first) await more.remove?.commit()
      const verifyAt = nextVerification(unsureSince, seconds())
      await endPush(db, accountId, state.desired, verifyAt)
      if (!desired && verifyAt === 0) return forgetStorageUser(db, accountId)
    }
  }

  const hold = (accountId: string, more?: Parameters<typeof push>[2]) =>
    locks.hold(`storage user ${accountId}`, lock => push(accountId, lock, more))

  /** Calls join one that waits for the lock: it has not read the tables yet. */
  function joined(accountId: string, verify: boolean): Promise<void> {
    const name = `${accountId} ${verify}`
    const found = waiting.get(name)
    if (found) return found
    const pushed = locks.hold(`storage user ${accountId}`, lock => {
      waiting.delete(name)
      return push(accountId, lock, { verify })
    })
    waiting.set(name, pushed)
    return pushed.finally(() => {
      if (waiting.get(name) === pushed) waiting.delete(name)
    })
  }

  return {
    async apply(accountId) {
      const state = await syncState(db, accountId)
      if (!state || !isPending(state, seconds())) return
      await joined(accountId, false)
    },
    verify: accountId => joined(accountId, true),
    remove: (accountId, userIds, commit) => hold(accountId, { remove: { userIds, commit } }),
  }
}

/** Unix seconds; 0: never. */
function nextVerification(unsureSince: number, now: number): number {
  if (unsureSince === 0) return 0
  const next = verifyAfter.find(after => unsureSince + after > now)
  return next === undefined ? 0 : unsureSince + next
}
