import { Problem } from '../errors/problem.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { StorageAdmin } from './storage-admin.ts'

/** Any other S3 service: one key pair for everybody; no storage users, quota or usage. NOT_SUPPORTED. */
export function fixedKeyAdmin(keys: KeyPair): StorageAdmin {
  const cannot = async (): Promise<never> => {
    throw new Problem('NOT_SUPPORTED')
  }
  return {
    capabilities: { users: false, quota: false, usage: false },
    sharedKeys: keys,
    getUser: cannot,
    deleteUser: cannot,
    putUser: cannot,
    setSuspended: cannot,
    putKey: cannot,
    putSubUser: cannot,
    deleteSubUser: cannot,
    deleteKey: cannot,
    grants: null,
    topics: null,
    setQuota: cannot,
    setBucketQuota: cannot,
    bucketQuota: cannot,
    usage: async () => null,
    keyUses: async () => null,
    traffic: async () => null,
    bucketStats: async () => new Map(),
  }
}
