import { createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { makePauses } from '../../limits/pauses.ts'
import type { KeyPair, Level } from '../../s3/keys.ts'
import { seal, unseal } from '../../vault/sealing.ts'
import type { Principal } from '../access/acl.ts'
import { forgetBuckets } from './buckets.ts'
import type { Database } from './database.ts'
import { chargeOf, type Usage } from './usage.ts'

/** The key that verifies a request. */
export type Credential = Principal & { secret: string; suspended: boolean; notifications: boolean }

/** `subUser`: null for the user's own key. */
export type NewKey = {
  accessKey: string
  uid: string
  subUser: string | null
  level: Level
  secret: string
}

export type StoredUser = {
  displayName: string
  suspended: boolean
  /** Whether it may have topics, and notifications of its buckets. */
  notifications: boolean
  /** Bytes; null: no limit. */
  quota: number | null
  keys: KeyPair[]
  subUsers: { name: string; level: Level; keys: KeyPair[] }[]
}

export type Accounts = {
  /** The user with all its keys, including those of its sub-users, or null. */
  user(uid: string): Promise<StoredUser | null>
  list(): { uid: string; suspended: boolean }[]
  /** Deletes a user without buckets, with its keys and topics. @throws if it has buckets */
  deleteUser(uid: string): void
  /** Creates the user, or renames it. */
  putUser(uid: string, displayName: string): void
  displayName(uid: string): string
  exists(uid: string): boolean
  /** Adds or replaces a key. @throws if the user is unknown */
  putKey(key: NewKey): void
  /** Deletes the user's key; an unknown key is no error. */
  deleteKey(uid: string, accessKey: string): void
  /** Sets the level of all keys of a sub-user. */
  setLevel(uid: string, subUser: string, level: Level): void
  deleteSubUser(uid: string, subUser: string): void
  /** @throws if the user is unknown */
  setSuspended(uid: string, suspended: boolean): void
  /** @throws if the user is unknown */
  setNotifications(uid: string, allowed: boolean): void
  credential(accessKey: string): Credential | undefined
  /** The sealed secret of a key, sealed with the engine's; null if it is already. @throws if neither secret opens it */
  reseal(accessKey: string, sealed: Uint8Array): Uint8Array | null
  /** `bytes` null: no limit. @throws if the user is unknown */
  setQuota(uid: string, bytes: number | null): void
  /** `counted`: the bytes that count against the quota. */
  usage(uid: string): { bytes: number; objects: number; quota: number | null; counted: number }
}

/**
 * Users, quotas and access keys. The index holds secrets sealed with `key` (32 bytes), bound to their access key; those
 * sealed with `earlier` are opened, too.
 */
export const openAccounts = (db: Database, key: Uint8Array, earlier?: Uint8Array | null): Accounts => {
  if (key.length !== 32) throw new Error('The engine needs a secret of 32 bytes.')
  const sealing = createSecretKey(key)
  const before = earlier ? createSecretKey(earlier) : null
  const known = new LRUCache<string, Credential>({ max: 4096 })

  const sealSecret = (accessKey: string, secret: string): Uint8Array => {
    const { nonce, encrypted, tag } = seal(sealing, secret, accessKey)
    return Buffer.concat([nonce, encrypted, tag])
  }
  const readSecret = (accessKey: string, sealed: Uint8Array): { secret: string; current: boolean } => {
    const bytes = Buffer.from(sealed)
    const parts = {
      nonce: bytes.subarray(0, 12),
      encrypted: bytes.subarray(12, -16),
      tag: bytes.subarray(-16),
    }
    const openWith = (each: KeyObject): string => unseal(each, parts, accessKey).toString('utf8')
    try {
      return { secret: openWith(sealing), current: true }
    } catch (error) {
      if (!before) throw error
      return { secret: openWith(before), current: false }
    }
  }
  const openSecret = (accessKey: string, sealed: Uint8Array): string => readSecret(accessKey, sealed).secret
  const requireUser = (uid: string): void => {
    if (!db.get('SELECT 1 FROM user WHERE uid = ?', uid)) throw new Error(`There is no user ${uid}.`)
  }

  return {
    user: async uid => {
      const user = db.get<{
        display_name: string
        suspended: number
        notifications: number
        quota: number | null
      }>('SELECT display_name, suspended, notifications, quota FROM user WHERE uid = ?', uid)
      if (!user) return null
      const rows = db.all<{ access_key: string; sub_user: string | null; level: Level; secret: Uint8Array }>(
        'SELECT access_key, sub_user, level, secret FROM access_key WHERE uid = ? ORDER BY created',
        uid,
      )
      const keys: StoredUser['keys'] = []
      const subUsers = new Map<string, StoredUser['subUsers'][number]>()
      const pause = makePauses()
      for (const row of rows) {
        await pause()
        const pair = { accessKey: row.access_key, secretKey: openSecret(row.access_key, row.secret) }
        const subUser = row.sub_user === null ? null : subUsers.get(row.sub_user)
        if (subUser === null) keys.push(pair)
        else if (subUser) subUser.keys.push(pair)
        else subUsers.set(row.sub_user!, { name: row.sub_user!, level: row.level, keys: [pair] })
      }
      return {
        displayName: user.display_name,
        suspended: user.suspended === 1,
        notifications: user.notifications === 1,
        quota: user.quota,
        keys,
        subUsers: [...subUsers.values()],
      }
    },
    list: () =>
      db
        .all<{ uid: string; suspended: number }>('SELECT uid, suspended FROM user ORDER BY uid')
        .map(({ uid, suspended }) => ({ uid, suspended: suspended === 1 })),
    deleteUser: uid => {
      if (db.get('SELECT 1 FROM bucket WHERE uid = ?', uid)) throw new Error(`The user ${uid} has buckets.`)
      known.clear()
      db.run('DELETE FROM access_key WHERE uid = ?', uid)
      db.run('DELETE FROM topic WHERE uid = ?', uid)
      db.run('DELETE FROM user WHERE uid = ?', uid)
    },
    putUser: (uid, displayName) => {
      db.run(
        `INSERT INTO user (uid, display_name) VALUES (?, ?)
         ON CONFLICT (uid) DO UPDATE SET display_name = excluded.display_name`,
        uid,
        displayName,
      )
    },
    displayName: uid =>
      db.get<{ display_name: string }>('SELECT display_name FROM user WHERE uid = ?', uid)?.display_name ??
      uid,
    exists: uid => db.get('SELECT 1 FROM user WHERE uid = ?', uid) !== undefined,
    putKey: ({ accessKey, uid, subUser, level, secret }) => {
      requireUser(uid)
      known.delete(accessKey)
      db.run(
        `INSERT INTO access_key (access_key, uid, sub_user, level, secret, created) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (access_key) DO UPDATE SET uid = excluded.uid, sub_user = excluded.sub_user,
           level = excluded.level, secret = excluded.secret`,
        accessKey,
        uid,
        subUser,
        level,
        sealSecret(accessKey, secret),
        Date.now(),
      )
    },
    deleteKey: (uid, accessKey) => {
      known.delete(accessKey)
      db.run('DELETE FROM access_key WHERE uid = ? AND access_key = ?', uid, accessKey)
    },
    setLevel: (uid, subUser, level) => {
      known.clear()
      db.run('UPDATE access_key SET level = ? WHERE uid = ? AND sub_user = ?', level, uid, subUser)
    },
    deleteSubUser: (uid, subUser) => {
      known.clear()
      db.run('DELETE FROM access_key WHERE uid = ? AND sub_user = ?', uid, subUser)
    },
    setSuspended: (uid, suspended) => {
      requireUser(uid)
      known.clear()
      forgetBuckets(db)
      db.run('UPDATE user SET suspended = ? WHERE uid = ?', Number(suspended), uid)
    },
    setNotifications: (uid, allowed) => {
      requireUser(uid)
      known.clear()
      forgetBuckets(db)
      db.run('UPDATE user SET notifications = ? WHERE uid = ?', Number(allowed), uid)
    },
    credential: accessKey => {
      const found = known.get(accessKey)
      if (found) return found
      const row = db.get<{
        uid: string
        sub_user: string | null
        level: Level
        secret: Uint8Array
        suspended: number
        notifications: number
      }>(
        `SELECT access_key.uid, sub_user, level, secret, suspended, notifications
         FROM access_key JOIN user ON user.uid = access_key.uid WHERE access_key = ?`,
        accessKey,
      )
      if (!row) return undefined
      const credential = {
        accessKey,
        uid: row.uid,
        subUser: row.sub_user,
        level: row.level,
        secret: openSecret(accessKey, row.secret),
        suspended: row.suspended === 1,
        notifications: row.notifications === 1,
      }
      known.set(accessKey, credential)
      return credential
    },
    reseal: (accessKey, sealed) => {
      const { secret, current } = readSecret(accessKey, sealed)
      return current ? null : sealSecret(accessKey, secret)
    },
    setQuota: (uid, bytes) => {
      requireUser(uid)
      db.run('UPDATE user SET quota = ? WHERE uid = ?', bytes, uid)
    },
    usage: uid => {
      const user = db.get<Required<Usage> & { quota: number | null }>(
        'SELECT bytes, objects, uploads, parts, quota FROM user WHERE uid = ?',
        uid,
      )
      if (!user) return { bytes: 0, objects: 0, quota: null, counted: 0 }
      return { bytes: user.bytes, objects: user.objects, quota: user.quota, counted: chargeOf(user) }
    },
  }
}
