import { isOver } from '../../domain/expiry.ts'
import type { Vault } from '../secret.ts'
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
import { reconcileUser } from './reconcile-user.ts'
import { levels, type StorageAdmin, type StorageUser } from './storage-admin.ts'

/** Pushes the tables, which are what holds, to the storage. Idempotent, and safe at once in many processes. */
export type StorageSync = {
  /** Returns once the storage has every change of the account that was committed before. STORAGE_UNAVAILABLE. */
  apply(accountId: string): Promise<void>
  /** As `apply`, and repairs what was changed at the storage. */
  verify(accountId: string): Promise<void>
  /**
   * Takes the sub-user away at the storage, then runs `commit`, which deletes its row. Where either fails, the
   * sub-user's keys come back.
   */
  remove(accountId: string, userId: string, commit: () => Promise<void>): Promise<void>
}

/** Seconds after a push that left requests behind at which the storage is looked at; at last their signatures expire. */
const looks = [2, 5, 10, 20, 40, 80, 160, 320, 640, 960]

/**
 * Whoever changes what the storage has to know counts it (`bumpDesiredVersion`) in the same transaction, and calls `apply`
 * afterwards. A push holds the account's lock, reads the tables under it, and notes its beginning and its end: one
 * that was killed, or failed, is found by the next and done again. Requests that it left behind may still be carried
 * out late, over a newer state, so the storage is then looked at again for as long as it takes their signatures.
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

  /** The storage user that the tables ask for, without `leaveOut`; null: none. */
  function wanted(desired: DesiredUser | null, accountId: string, leaveOut?: string): StorageUser | null {
    if (!desired) return null
    const over = (expireDate: number) => isOver(expireDate, options.now() / 1000)
    const open = (key: { accessKey: string; sealedSecret: string }, context: string) => ({
      accessKey: key.accessKey,
      secretKey: vault.open(key.sealedSecret, context),
    })
    const users = desired.users.filter(user => user.id !== leaveOut)
    const own = users
      .filter(user => !user.isSubUser)
      .flatMap(user => user.keys.map(key => open(key, user.id)))
    return {
      displayName: desired.name,
      suspended: desired.suspended || desired.expired || over(desired.expireDate),
      quota: desired.quota,
      keys: desired.key ? [open(desired.key, accountId), ...own] : own,
      subUsers: users
        .filter(user => user.isSubUser && !user.expired && !over(user.expireDate))
        .map(user => ({
          name: user.id,
          level: levels[user.permission],
          keys: user.keys.map(key => open(key, user.id)),
        })),
    }
  }

  async function push(
    accountId: string,
    lock: Lock,
    more: { verify?: boolean; remove?: { userId: string; commit: () => Promise<void> } } = {},
  ): Promise<void> {
    for (let first = true; ; first = false) {
      const state = await syncState(db, accountId)
      if (!state) return
      const asked = first && (more.verify || more.remove !== undefined)
      if (!asked && !isPending(state, seconds())) return
      // The lock is held here: whoever noted a push has died, or failed.
      const unsureSince = state.applying === null ? state.unsureSince : seconds()
      await beginPush(db, accountId, state.desired, unsureSince)
      const desired = await desiredUser(db, accountId)
      if (admin.capabilities.users)
        await reconcileUser(
          admin,
          state.storageUid,
          wanted(desired, accountId, first ? more.remove?.userId : undefined),
          lock,
        )
      await lock.check()
      if (first) await more.remove?.commit()
      const verifyAt = nextLook(unsureSince, seconds())
      await endPush(db, accountId, state.desired, verifyAt)
      if (!desired && verifyAt === 0) return forgetStorageUser(db, accountId)
    }
  }

  const hold = (accountId: string, more?: Parameters<typeof push>[2]) =>
    locks.hold(`storage user ${accountId}`, lock => push(accountId, lock, more))

  /** Those who ask while others wait join them: the push has not read the tables yet. */
  function joined(accountId: string, verify: boolean): Promise<void> {
    const name = `${accountId} ${verify}`
    const found = waiting.get(name)
    if (found) return found
    const push_ = locks.hold(`storage user ${accountId}`, lock => {
      waiting.delete(name)
      return push(accountId, lock, { verify })
    })
    waiting.set(name, push_)
    return push_.finally(() => {
      if (waiting.get(name) === push_) waiting.delete(name)
    })
  }

  return {
    async apply(accountId) {
      const state = await syncState(db, accountId)
      if (!state || !isPending(state, seconds())) return
      await joined(accountId, false)
    },
    verify: accountId => joined(accountId, true),
    remove: (accountId, userId, commit) => hold(accountId, { remove: { userId, commit } }),
  }
}

/** When to look again, or 0. */
function nextLook(unsureSince: number, now: number): number {
  if (unsureSince === 0) return 0
  const next = looks.find(after => unsureSince + after > now)
  return next === undefined ? 0 : unsureSince + next
}
