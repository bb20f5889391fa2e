import type { KeyPair } from '../storage/client.ts'
import type { StorageAdmin } from './storage-admin.ts'

/** Any S3: one fixed key pair for everybody, no storage users, no quota, no usage. */
export function fixedKeyAdmin(keys: KeyPair): StorageAdmin {
  const cannot = async (): Promise<never> => {
    throw new Error('KHO_S3_KIND=s3 has one fixed key pair: it has no storage users and no quota.')
  }
  return {
    capabilities: { users: false, quota: false, usage: false },
    putUser: async () => undefined,
    createKey: async () => keys,
    deleteKey: cannot,
    setQuota: cannot,
    usage: async () => null,
    bucketStats: async () => new Map(),
  }
}
