import type { Statement } from '../../domain/policy/grants.ts'
import type { RequestKind } from '../../domain/traffic.ts'
import type { Permission } from '../../openapi/schema.ts'
import type { KeyPair, Level } from '../s3/keys.ts'
import type { TopicsThere } from './topics.ts'

export const levels: Record<Permission, Level> = {
  read: 'read',
  write: 'write',
  'read-write': 'readwrite',
  'full-control': 'full',
}

/** A storage user with everything that it has. Level null, of one that was read: a level that the console does not set. */
export type StorageUser<L = Level> = {
  displayName: string
  /** Whether all its keys are refused. */
  suspended: boolean
  /** Bytes; null: without limit; undefined: left as the storage has it. */
  quota: number | null | undefined
  /** The user's own, with full control. */
  keys: KeyPair[]
  subUsers: { name: string; level: L; keys: KeyPair[] }[]
}

export type Held = { bytes: number; objects: number }

/**
 * `quota`: bytes; null: without limit. `counted`: the bytes that count against it, with what the storage adds for each
 * object. `full`: not even a small object fits.
 */
type UserUsage = Held & { quota: number | null; counted: number; full: boolean }

/**
 * Requests of one kind to one bucket; '' for those that RGW tells of none. `client_error`, `server_error`: null where the storage tells only `good` and `refused`,
 * which then has all that failed. Bytes.
 */
export type BucketTraffic = {
  bucket: string
  kind: RequestKind
  good: number
  client_error: number | null
  server_error: number | null
  refused: number
  received: number
  sent: number
}

/**
 * What S3's API does not cover. `capabilities`: what this storage can do; do not call the rest. The console makes the key
 * pairs. Every call may be retried: what exists already, or has gone, is no error.
 */
export interface StorageAdmin {
  readonly capabilities: { readonly users: boolean; readonly quota: boolean; readonly usage: boolean }
  /** The one key pair for everybody, where the storage has no users; else null. */
  readonly sharedKeys: KeyPair | null
  /** The storage user as it is, or null where there is none. */
  getUser(uid: string): Promise<StorageUser<Level | null> | null>
  /** Deletes a storage user that has no buckets. */
  deleteUser(uid: string): Promise<void>
  /** Makes the storage user, or gives the one there the new name. */
  putUser(user: { uid: string; displayName: string }): Promise<void>
  /** Whether all keys of the user, and of its sub-users, are refused. */
  setSuspended(uid: string, suspended: boolean): Promise<void>
  /** Makes or replaces a key of the user itself, with full control. */
  putKey(uid: string, keys: KeyPair): Promise<void>
  /** Creates the sub-user or updates its level, effective at once for all its keys, and adds `keys`. */
  putSubUser(uid: string, subUser: { name: string; level: Level; keys: KeyPair[] }): Promise<void>
  /** Deletes the sub-user with all its keys. */
  deleteSubUser(uid: string, name: string): Promise<void>
  /** Deletes a key of the user or of one of its sub-users. */
  deleteKey(uid: string, accessKey: string): Promise<void>
  /**
   * The console's statements for a bucket of the user, which count beside its policy; `get`: null where it has gone, which is
   * no error for `set`. null: this storage knows nothing beside the policy, so they are in it.
   */
  readonly grants: {
    get(uid: string, bucket: string): Promise<Statement[] | null>
    set(uid: string, bucket: string, statements: Statement[]): Promise<void>
  } | null
  /** null: this storage has no topics for the console. */
  readonly topics: TopicsThere | null
  /** Bytes; null is without limit. */
  setQuota(uid: string, bytes: number | null): Promise<void>
  /** Bytes, rounded down where the storage counts so; null is without limit. A bucket that has gone is no error. */
  setBucketQuota(uid: string, bucket: string, bytes: number | null): Promise<void>
  /** Of a bucket of the user; undefined where it has gone. */
  bucketQuota(uid: string, bucket: string): Promise<number | null | undefined>
  /** Null where the storage does not tell. */
  usage(uid: string): Promise<UserUsage | null>
  /** Unix seconds of the last use, by access key, of keys that were used; null where the storage does not tell. */
  keyUses(uid: string): Promise<Map<string, number> | null>
  /** What came and went from unix hour `from` to `to` (excluded), a row a bucket and kind; null where the storage does not tell it, or not the console. */
  traffic(uid: string, from: number, to: number): Promise<BucketTraffic[] | null>
  /** By bucket; empty where the storage does not tell. */
  bucketStats(uid: string): Promise<Map<string, Held>>
}
