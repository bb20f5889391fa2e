import { Problem } from '../errors/problem.ts'
import type { Level } from '../s3/keys.ts'
import type { Lock } from '../store/locks.ts'
import type { StorageAdmin, StorageUser } from './storage-admin.ts'

/** Maximum number of times that the storage user is read, each but the first after changes. */
const rounds = 5

/**
 * Makes the storage user match `wanted`; null: none. Changes only differences, removes what is unknown, and revokes
 * before it grants. Reads again after changes, as a late request of an earlier push may have interfered. Checks `lock`
 * before each change. STORAGE_UNAVAILABLE.
 */
export async function reconcileUser(
  admin: StorageAdmin,
  uid: string,
  wanted: StorageUser | null,
  lock: Lock,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const changes = changesTo(admin, uid, await admin.getUser(uid), wanted)
    if (changes.length === 0) return
    for (const change of changes) {
      await lock.check()
      await change()
    }
  }
  const cause = new Error(`The storage user ${uid} does not stay as it is made.`)
  throw new Problem('STORAGE_UNAVAILABLE', { cause })
}

function changesTo(
  admin: StorageAdmin,
  uid: string,
  found: StorageUser<Level | null> | null,
  wanted: StorageUser | null,
): (() => Promise<void>)[] {
  if (!wanted) return found ? [() => admin.deleteUser(uid)] : []
  const changes: (() => Promise<void>)[] = []
  const now = found ?? { displayName: '', suspended: false, quota: null, keys: [], subUsers: [] }
  if (now.displayName !== wanted.displayName || !found)
    changes.push(() => admin.putUser({ uid, displayName: wanted.displayName }))
  if (wanted.suspended && !now.suspended) changes.push(() => admin.setSuspended(uid, true))

  const kept = new Map(wanted.subUsers.map(subUser => [subUser.name, subUser]))
  for (const { name, keys } of [{ name: null, keys: now.keys }, ...now.subUsers]) {
    const subUser = name === null ? wanted : kept.get(name)
    if (!subUser) {
      changes.push(() => admin.deleteSubUser(uid, name!))
      continue
    }
    const known = new Set(subUser.keys.map(key => key.accessKey))
    for (const { accessKey } of keys)
      if (!known.has(accessKey)) changes.push(() => admin.deleteKey(uid, accessKey))
  }

  const { quota, notifications } = wanted
  if (
    found?.notifications !== undefined &&
    notifications !== undefined &&
    notifications !== found.notifications
  )
    changes.push(() => admin.setNotifications!(uid, notifications))
  if (quota !== undefined && quota !== now.quota) changes.push(() => admin.setQuota(uid, quota))
  const there = new Map(now.subUsers.map(subUser => [subUser.name, subUser]))
  for (const { name, level, keys } of wanted.subUsers) {
    const missing = missingKeys(keys, there.get(name)?.keys ?? [])
    if (missing.length > 0 || there.get(name)?.level !== level)
      changes.push(() => admin.putSubUser(uid, { name, level, keys: missing }))
  }
  for (const key of missingKeys(wanted.keys, now.keys)) changes.push(() => admin.putKey(uid, key))
  if (!wanted.suspended && now.suspended) changes.push(() => admin.setSuspended(uid, false))
  return changes
}

type Keys = StorageUser['keys']

function missingKeys(wanted: Keys, found: Keys): Keys {
  const secrets = new Map(found.map(key => [key.accessKey, key.secretKey]))
  return wanted.filter(key => secrets.get(key.accessKey) !== key.secretKey)
}
