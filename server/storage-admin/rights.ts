import { isOver } from '../../domain/expiry.ts'
import type { Vault } from '../secret.ts'
import type { KeyPair } from '../storage/client.ts'
import { sealedKeys } from '../store/access-keys.ts'
import { findAccountKey } from '../store/account-keys.ts'
import type { Database } from '../store/open.ts'
import { accountRights, markApplied, type UserRights, userRights } from '../store/rights.ts'
import { levels, type StorageAdmin } from './storage-admin.ts'

/** Makes the storage follow the tables, which are what holds. Both may be repeated, and run at once. */
export type Rights = {
  /** The user's keys and level. STORAGE_UNAVAILABLE. */
  user(id: string): Promise<void>
  /** The account's storage user: its name, quota, suspension and the key that the console signs with. */
  account(id: string): Promise<void>
}

/**
 * Whoever changes a row counts its `rights` up in the same transaction, and calls this afterwards. A state that was
 * overtaken while it went to the storage, by a change or by its expiry, is followed by the newer one, so that the last
 * one stays.
 */
export function makeRights(options: {
  db: Database
  vault: Vault
  admin: StorageAdmin
  /** ms */
  now: () => number
}): Rights {
  const { db, vault, admin } = options
  const over = (expireDate: number) => isOver(expireDate, options.now() / 1000)
  const storageUsers = new Set<string>()

  async function applyUser(
    id: string,
    rights: UserRights,
    given: Set<string>,
    expired: boolean,
  ): Promise<void> {
    if (!admin.capabilities.users) return
    const { storageUid: uid, isSubUser } = rights
    const keys = await sealedKeys(db, id)
    const out = isSubUser && expired
    const enabled = out ? [] : keys.filter(key => key.enabled)
    const kept = new Set(enabled.map(key => key.accessKey))
    const all = new Set([...given, ...keys.map(key => key.accessKey)])
    const gone = [...all].filter(accessKey => !kept.has(accessKey))
    if (kept.size > 0 && !storageUsers.has(rights.accountId)) await account(rights.accountId)
    if (out) await admin.deleteSubUser(uid, id)
    else for (const accessKey of gone) await admin.deleteKey(uid, accessKey)
    const pairs: KeyPair[] = enabled.map(key => ({
      accessKey: key.accessKey,
      secretKey: vault.open(key.sealedSecret, id),
    }))
    for (const each of kept) given.add(each)
    if (!isSubUser) for (const pair of pairs) await admin.putKey(uid, pair)
    else if (!out) await admin.putSubUser(uid, { name: id, level: levels[rights.permission], keys: pairs })
  }

  async function user(id: string): Promise<void> {
    const given = new Set<string>()
    let uid: string | null = null
    for (;;) {
      const rights = await userRights(db, id)
      if (!rights) {
        if (uid !== null && given.size > 0) await admin.deleteSubUser(uid, id)
        return
      }
      uid = rights.storageUid
      const before = over(rights.expireDate)
      await applyUser(id, rights, given, before)
      const latest = await markApplied(db, 'users', id, rights.version)
      if (latest && before === over(rights.expireDate)) return
    }
  }

  async function account(id: string): Promise<void> {
    for (;;) {
      const rights = await accountRights(db, id)
      if (!rights) return
      const expired = over(rights.expireDate)
      if (admin.capabilities.users) {
        const { storageUid: uid, version, quota } = rights
        await admin.putUser({ uid, displayName: rights.name })
        // A quota that nobody set here may have been set at the storage.
        if (quota !== null || version > 0) await admin.setQuota(uid, quota)
        await admin.setSuspended(uid, rights.suspended || expired)
        const key = await findAccountKey(db, id)
        if (key)
          await admin.putKey(uid, {
            accessKey: key.accessKey,
            secretKey: vault.open(key.sealedSecret, id),
          })
        storageUsers.add(id)
      }
      const latest = await markApplied(db, 'accounts', id, rights.version)
      if (latest && expired === over(rights.expireDate)) return
    }
  }

  return { user, account }
}
