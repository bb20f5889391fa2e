import type { Engine } from '../engine/engine.ts'
import type { StorageAdmin } from './storage-admin.ts'

/** The embedded engine, in this process: it can do all. */
export function embeddedAdmin(engine: Engine['admin']): StorageAdmin {
  return {
    capabilities: { users: true, quota: true, usage: true },
    putUser: async user => engine.putUser(user),
    createKey: async (uid, level) => engine.createKey(uid, level),
    deleteKey: async (_uid, accessKey) => engine.deleteKey(accessKey),
    setQuota: async (uid, bytes) => engine.setQuota(uid, bytes),
    usage: async uid => engine.usage(uid),
    bucketStats: async uid =>
      new Map(engine.bucketStats(uid).map(({ name, bytes, objects }) => [name, { bytes, objects }])),
  }
}
