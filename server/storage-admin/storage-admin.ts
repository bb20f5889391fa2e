import type { KeyPair } from '../storage/client.ts'

/** What a key pair may do: the product's four levels, as RGW names them. */
export type Level = 'read' | 'write' | 'readwrite' | 'full'

/** What a storage user or a bucket holds, in bytes and objects. */
export type Held = { bytes: number; objects: number }

/** What S3 itself does not cover. `capabilities` says what this engine can do; the rest must not be called. */
export interface StorageAdmin {
  readonly capabilities: { readonly users: boolean; readonly quota: boolean; readonly usage: boolean }
  /** Makes the storage user, or gives the one there the new name. */
  putUser(user: { uid: string; displayName: string }): Promise<void>
  createKey(uid: string, level: Level): Promise<KeyPair>
  deleteKey(uid: string, accessKey: string): Promise<void>
  /** Bytes; null is without limit. */
  setQuota(uid: string, bytes: number | null): Promise<void>
  /** Null where the engine does not tell. `quota`: bytes, null is without limit. */
  usage(uid: string): Promise<(Held & { quota: number | null }) | null>
  /** By bucket; empty where the engine does not tell. */
  bucketStats(uid: string): Promise<Map<string, Held>>
}
