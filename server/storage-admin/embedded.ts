import { rowCharge } from '../../domain/limits.ts'
import type { Engine } from '../engine/engine.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion, storageAccounts } from '../store/storage-users.ts'
import type { StorageAdmin } from './storage-admin.ts'
import { engineTopics } from './topics.ts'

export function embeddedAdmin(engine: Engine['admin']): StorageAdmin {
  return {
    capabilities: { users: true, quota: true, usage: true },
    sharedKeys: null,
    getUser: engine.getUser,
    deleteUser: async uid => engine.deleteUser(uid),
    putUser: async user => engine.putUser(user),
    setSuspended: async (uid, suspended) => engine.setSuspended(uid, suspended),
    setNotifications: async (uid, allowed) => engine.setNotifications(uid, allowed),
    putKey: async (uid, keys) => engine.putKey(uid, null, 'full', keys),
    async putSubUser(uid, { name, level, keys }) {
      engine.setLevel(uid, name, level)
      for (const pair of keys) engine.putKey(uid, name, level, pair)
    },
    deleteSubUser: async (uid, name) => engine.deleteSubUser(uid, name),
    deleteKey: async (uid, accessKey) => engine.deleteKey(uid, accessKey),
    changeKeys: (uid, changes) => engine.changeKeys(uid, changes),
    grants: {
      get: async (uid, bucket) => engine.getGrants(uid, bucket),
      set: async (uid, bucket, statements) => engine.setGrants(uid, bucket, statements),
    },
    topics: engineTopics(async uid =>
      engine
        .topics(uid)
        .map(({ name, endpoint, created }) => ({ name, incarnation: String(created), address: endpoint })),
    ),
    setQuota: async (uid, bytes) => engine.setQuota(uid, bytes),
    setBucketQuota: async (uid, bucket, bytes) => engine.setBucketQuota(uid, bucket, bytes),
    bucketQuota: async (uid, bucket) => engine.bucketStats(uid).find(({ name }) => name === bucket),
    async usage(uid) {
      const { bytes, objects, quota, counted } = engine.usage(uid)
      return { bytes, objects, quota, counted, full: quota !== null && counted + rowCharge > quota }
    },
    keyUses: async uid =>
      new Map([...engine.keyUses(uid)].map(([accessKey, used]) => [accessKey, Math.floor(used / 1000)])),
    traffic: async (uid, from, to) => engine.traffic(uid, from, to),
    bucketStats: async uid =>
      new Map(engine.bucketStats(uid).map(({ name, bytes, objects }) => [name, { bytes, objects }])),
  }
}

/**
 * Suspends the engine's users that belong to no account of this database, after a change to another database or an older
 * one: nobody would see their keys, or could end them. Those that have an account again are resumed by the next push.
 * Returns the uids of the suspended.
 */
export async function suspendStrangers(db: Database, engine: Engine['admin']): Promise<string[]> {
  const accounts = new Map((await storageAccounts(db)).map(({ id, storageUid }) => [storageUid, id]))
  const strangers: string[] = []
  for (const { uid, suspended } of engine.listUsers()) {
    const accountId = accounts.get(uid)
    if (accountId !== undefined) {
      if (suspended) await bumpDesiredVersion(db, accountId)
    } else if (!suspended) {
      engine.setSuspended(uid, true)
      strangers.push(uid)
    }
  }
  return strangers
}
