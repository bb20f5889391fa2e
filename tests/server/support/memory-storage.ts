import type { Level } from '../../../server/s3/keys.ts'
import type { StorageAdmin, StorageUser } from '../../../server/storage-admin/storage-admin.ts'

type Change = { name: string; args: unknown[]; carryOut: () => void }

/**
 * A storage in memory. Each change goes through `arrive`, which tests replace to hold it, lose its answer or count it;
 * `carryOut` does it.
 */
export function memoryStorage() {
  const users = new Map<string, StorageUser<Level | null>>()
  const storage = {
    users,
    arrive: async (change: Change) => change.carryOut(),
  }
  const user = (uid: string) => {
    const found = users.get(uid)
    if (!found) throw new Error(`no ${uid}`)
    return found
  }
  const without = (keys: StorageUser['keys'], name: string) => keys.filter(key => key.accessKey !== name)
  const changes = {
    putUser: ({ uid, displayName }: { uid: string; displayName: string }) =>
      void users.set(uid, {
        ...(users.get(uid) ?? { suspended: false, quota: null, keys: [], subUsers: [] }),
        displayName,
      }),
    deleteUser: (uid: string) => void users.delete(uid),
    setSuspended: (uid: string, suspended: boolean) => void Object.assign(user(uid), { suspended }),
    setQuota: (uid: string, quota: number | null) => void Object.assign(user(uid), { quota }),
    putKey(uid: string, pair: StorageUser['keys'][number]) {
      const of = user(uid)
      of.keys = [...without(of.keys, pair.accessKey), pair]
    },
    putSubUser(uid: string, { name, level, keys }: StorageUser['subUsers'][number]) {
      const of = user(uid)
      const there = of.subUsers.find(each => each.name === name)
      const kept = (there?.keys ?? []).filter(key => !keys.some(each => each.accessKey === key.accessKey))
      const rest = of.subUsers.filter(each => each.name !== name)
      of.subUsers = [...rest, { name, level, keys: [...kept, ...keys] }]
    },
    deleteSubUser(uid: string, name: string) {
      const of = user(uid)
      of.subUsers = of.subUsers.filter(each => each.name !== name)
    },
    deleteKey(uid: string, name: string) {
      const of = user(uid)
      of.keys = without(of.keys, name)
      for (const each of of.subUsers) each.keys = without(each.keys, name)
    },
  }
  const made = Object.entries(changes).map(([name, change]) => [
    name,
    (...args: unknown[]) =>
      storage.arrive({ name, args, carryOut: () => (change as (...args: unknown[]) => void)(...args) }),
  ])
  const admin = {
    capabilities: { users: true, quota: true, usage: false },
    sharedKeys: null,
    grants: null,
    topics: null,
    getUser: async uid => structuredClone(users.get(uid) ?? null),
    usage: async () => null,
    keyUses: async () => null,
    bucketStats: async () => new Map(),
    ...Object.fromEntries(made),
  } as StorageAdmin
  return Object.assign(storage, { admin })
}
