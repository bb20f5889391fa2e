import type { Statement } from '../../domain/policy/grants.ts'
import type { CountedKind } from '../../domain/traffic.ts'
import type { Permission } from '../../openapi/schema.ts'
import type { KeyPair, Level } from '../s3/keys.ts'
import type { TopicsThere } from './topics.ts'

export const levels: Record<Permission, Level> = {
  read: 'read',
  write: 'write',
  'read-write': 'readwrite',
  'full-control': 'full',
}

/** A storage user with everything it has. Level null, when read: a level that the console does not set. */
export type StorageUser<L = Level> = {
  displayName: string
  /** Whether all its keys are refused. */
  suspended: boolean
  /** Whether it may have topics and notifications; undefined: this storage cannot tell. */
  notifications?: boolean
  /** Bytes; null: without limit; undefined: unchanged. */
  quota: number | null | undefined
  /** The user's own, with full control. */
  keys: KeyPair[]
  subUsers: { name: string; level: L; keys: KeyPair[] }[]
}

export type Held = { bytes: number; objects: number }

/**
 * `quota`: bytes; null: without limit. `counted`: bytes that count against it, including the storage's overhead for
 * each object. `full`: not even a small object fits.
 */
export type UserUsage = Held & { quota: number | null; counted: number; full: boolean }

/**
 * Requests of one kind to one bucket; '' for requests that RGW reports without one. `client_error`, `server_error`:
 * null if the storage reports only `good` and `refused`, which then includes all failures; it does not know the console's
 * requests either. Bytes.
 */
export type BucketTraffic = {
  bucket: string
  kind: CountedKind
  good: number
  client_error: number | null
  server_error: number | null
  refused: number
  received: number
  sent: number
}

type PutSubUser = { name: string; level: Level; keys: KeyPair[] }

/** A change of a storage user's sub-users and keys; `put`: as `putSubUser`. */
export type KeyChange = { deleteSubUser: string } | { deleteKey: string } | { put: PutSubUser }

/**
 * Operations that S3's API does not cover. `capabilities`: what this storage supports; do not call the rest. The
 * console generates the key pairs. Every call may be retried: creating what exists, or deleting what is gone, is no
 * error.
 */
export interface StorageAdmin {
  readonly capabilities: { readonly users: boolean; readonly quota: boolean; readonly usage: boolean }
  /** The one key pair for everybody, if the storage has no users; else null. */
  readonly sharedKeys: KeyPair | null
  /** The current storage user, or null if there is none. */
  getUser(uid: string): Promise<StorageUser<Level | null> | null>
  /** Deletes a storage user that has no buckets. */
  deleteUser(uid: string): Promise<void>
  /** Creates the storage user, or renames an existing one. */
  putUser(user: { uid: string; displayName: string }): Promise<void>
  /** Whether all keys of the user, and of its sub-users, are refused. */
  setSuspended(uid: string, suspended: boolean): Promise<void>
  /** Whether the user may have topics and notifications; those it has send nothing until it may. */
  setNotifications?(uid: string, allowed: boolean): Promise<void>
  /** Creates or replaces a key of the user itself, with full control. */
  putKey(uid: string, keys: KeyPair): Promise<void>
  /** Creates the sub-user or updates its level, effective at once for all its keys, and adds `keys`. */
  putSubUser(uid: string, subUser: PutSubUser): Promise<void>
  /** Deletes the sub-user with all its keys. */
  deleteSubUser(uid: string, name: string): Promise<void>
  /** Deletes a key of the user or of one of its sub-users. */
  deleteKey(uid: string, accessKey: string): Promise<void>
  /** Makes changes in their order, all at once; where it is missing, they are made one by one. */
  changeKeys?(uid: string, changes: readonly KeyChange[]): Promise<void>
  /**
   * The console's statements for a bucket of the user, which apply in addition to its policy; `get`: null if the bucket
   * was deleted, which is no error for `set`. null: this storage has only the policy, so they are in it.
   */
  readonly grants: {
    get(uid: string, bucket: string): Promise<Statement[] | null>
    set(uid: string, bucket: string, statements: Statement[]): Promise<void>
  } | null
  /** null: this storage has no topics for the console. */
  readonly topics: TopicsThere | null
  /** Bytes; null: without limit. */
  setQuota(uid: string, bytes: number | null): Promise<void>
  /** Bytes, rounded down if the storage counts in larger units; null: without limit. A deleted bucket is no error. */
  setBucketQuota(uid: string, bucket: string, bytes: number | null): Promise<void>
  /** Of a bucket of the user, as in `UserUsage`; undefined if it was deleted. */
  bucketQuota(uid: string, bucket: string): Promise<Pick<UserUsage, 'quota' | 'counted'> | undefined>
  /** Null if the storage does not report it. */
  usage(uid: string): Promise<UserUsage | null>
  /** Unix seconds of the last use, by access key, of keys that were used; null if the storage does not report it. */
  keyUses(uid: string): Promise<Map<string, number> | null>
  /**
   * Traffic from unix hour `from` to `to` (excluded), a row for each bucket and kind; null if the storage does not
   * report it, or not to the console.
   */
  traffic(uid: string, from: number, to: number): Promise<BucketTraffic[] | null>
  /** By bucket; empty if the storage does not report it. */
  bucketStats(uid: string): Promise<Map<string, Held>>
}
