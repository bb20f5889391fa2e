import { Problem } from '../errors/problem.ts'
import type { Level } from '../s3/keys.ts'
import type { Lock } from '../store/locks.ts'
import type { KeyChange, StorageAdmin, StorageUser } from './storage-admin.ts'

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
    for (const piece of inPieces(changes)) await make(admin, uid, piece, lock)
  }
  const cause = new Error(`The storage user ${uid} does not stay as it is made.`)
  throw new Problem('STORAGE_UNAVAILABLE', { cause })
}

/** A change of a key, or another one. */
type Change = KeyChange | (() => Promise<void>)

/** Changes of keys that are made at once: few, as others wait for them meanwhile. */
const atOnce = 50

/** The changes in their order, those of keys together where they follow each other. */
function inPieces(changes: readonly Change[]): Change[][] {
  const pieces: Change[][] = []
  for (const change of changes) {
    const last = pieces.at(-1)
    const joins = typeof change === 'object' && typeof last?.[0] === 'object' && last.length < atOnce
    if (joins) last.push(change)
    else pieces.push([change])
  }
  return pieces
}

async function make(admin: StorageAdmin, uid: string, piece: readonly Change[], lock: Lock): Promise<void> {
  const ofKeys = piece.filter(change => typeof change === 'object')
  if (ofKeys.length > 1 && admin.changeKeys) {
    await lock.check()
    return admin.changeKeys(uid, ofKeys)
  }
  for (const change of piece) {
    await lock.check()
    if (typeof change === 'function') await change()
    else if ('deleteSubUser' in change) await admin.deleteSubUser(uid, change.deleteSubUser)
    else if ('deleteKey' in change) await admin.deleteKey(uid, change.deleteKey)
    else await admin.putSubUser(uid, change.put)
  }
}

function changesTo(
  admin: StorageAdmin,
  uid: string,
  found: StorageUser<Level | null> | null,
  wanted: StorageUser | null,
): Change[] {
  if (!wanted) return found ? [() => admin.deleteUser(uid)] : []
  const changes: Change[] = []
  const now = found ?? { displayName: '', suspended: false, quota: null, keys: [], subUsers: [] }
  if (now.displayName !== wanted.displayName || !found)
    changes.push(() => admin.putUser({ uid, displayName: wanted.displayName }))
  if (wanted.suspended && !now.suspended) changes.push(() => admin.setSuspended(uid, true))

  const kept = new Map(wanted.subUsers.map(subUser => [subUser.name, subUser]))
  for (const { name, keys } of [{ name: null, keys: now.keys }, ...now.subUsers]) {
    const subUser = name === null ? wanted : kept.get(name)
    if (!subUser) {
      changes.push({ deleteSubUser: name! })
      continue
    }
    const known = new Set(subUser.keys.map(key => key.accessKey))
    for (const { accessKey } of keys) if (!known.has(accessKey)) changes.push({ deleteKey: accessKey })
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
      changes.push({ put: { name, level, keys: missing } })
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
