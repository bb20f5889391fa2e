import type { FastifyBaseLogger } from 'fastify'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { Visitor } from '../audit/actor.ts'
import type { HashSecret } from '../auth/hash.ts'
import type { Background, Worker } from '../background/runner.ts'
import type { Brand } from '../config.ts'
import type { Guard } from '../events/address.ts'
import type { Deliverer } from '../events/deliver.ts'
import type { RollUpNow } from '../expiry/traffic.ts'
import type { JobWatch } from '../jobs/watch.ts'
import type { JobWorker } from '../jobs/worker.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { MailQueue } from '../mail/queue.ts'
import type { Provider } from '../sso/provider.ts'
import type { CorsMemory } from '../storage/cors.ts'
import type { FoldersHere } from '../storage/folders-here.ts'
import type { PutHere } from '../storage/put-object.ts'
import type { SearchHere } from '../storage/search-objects.ts'
import type { WatchHere } from '../storage/watch-folder.ts'
import type { ReadHere } from '../storage/zip-entries.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { BucketGrants } from '../storage-admin/bucket-grants.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import type { ZipSlots } from './zip.ts'

/** Everything that operations may use. Each file names the few that it needs (`Pick`); nothing below knows this type. */
export type Services = {
  db: Database
  vault: Vault
  /** ms */
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  region: string
  brand: Brand
  /** Whether the installation requires a second step of everybody. */
  requireTwoStep: boolean
  /** The smallest part size of an upload, in bytes; undefined: `basePartSize` of domain/limits.ts. */
  partSize: number | undefined
  storageKind: StorageKind
  /** The storage's URL as the server reaches it. */
  storageEndpoint: string
  /** See `StorageBackend`. */
  askStorage(timeout: number): Promise<unknown>
  /** Reads objects directly if the storage runs in this process; null: it does not. */
  readHere: ReadHere | null
  /** Stores objects directly, likewise. */
  putHere: PutHere | null
  /** Searches the storage's index of names; null: it has none. */
  searchHere: SearchHere | null
  /** Asks the storage's index about folders; null: it has none. */
  foldersHere: FoldersHere | null
  /** Watches the storage's folders; null: it does not report changes. */
  watchHere: WatchHere | null
  zipSlots: ZipSlots
  /** Aborts when a shutdown starts. */
  stopping: AbortSignal
  access: AccountAccess
  admin: StorageAdmin
  sync: StorageSync
  grants: BucketGrants
  /** Across all processes. */
  locks: Locks
  sweeper: Worker
  rollUpNow: RollUpNow
  cors: CorsMemory
  /** The URLs to which this visitor's browser sends files (`put`), and from which it fetches them (`get`). */
  endpoints(visitor: Visitor): { put: string; get: string }
  /** The bucket's own URL (virtual-hosted style); null if none is configured. */
  virtualEndpoint(bucket: string): string | null
  /** Whether pre-signed PUTs must sign that some headers are absent: see `makePresigner`. STORAGE_UNAVAILABLE. */
  mustSignAbsentHeaders(): Promise<boolean>
  /** For mails that the response waits for. */
  mailer: Mailer
  /** All background work of the server. */
  background: Background
  /** For all other mails: they outlive the process. */
  mails: MailQueue
  /** Sends events of topics. */
  deliverer: Pick<Deliverer, 'wake' | 'run'>
  /** Decides which addresses events may be sent to. */
  guard: Guard
  jobs: Pick<JobWorker, 'wake'>
  jobWatch: Pick<JobWatch, 'watch'>
  /** The path below which browsers see the console; empty: at the root. */
  basePath: string
  /** What links mailed to this visitor begin with; null if nothing can be trusted. */
  linkOrigin(visitor: Visitor): string | null
  /** Whether users may share files with guests. */
  shares: boolean
  /** What the addresses of shares made by this visitor begin with. */
  shareOrigin(visitor: Visitor): string
  /** OpenID providers by their ids. */
  sso: ReadonlyMap<string, Provider>
  /** Where providers send this visitor back to: the console's origin and base path; null if nothing can be trusted. */
  ssoOrigin(visitor: Visitor): string | null
  hashSecret: HashSecret
  /** A hash that matches no password, so that an unknown user takes as long as a wrong password. */
  decoyHash: string
}
