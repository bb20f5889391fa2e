import type { FastifyBaseLogger } from 'fastify'
import type { Visitor } from '../contract/call.ts'
import type { Sweeper } from '../expiry/sweeper.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { MailQueue } from '../mail/queue.ts'
import type { Vault } from '../secret.ts'
import type { makeCorsMemory } from '../storage/cors.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'

/** What the handlers work with. */
export type Services = {
  db: Database
  vault: Vault
  /** ms */
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  region: string
  /** Bytes that the parts of an upload start from; undefined: `basePartSize` of domain/limits.ts. */
  partSize: number | undefined
  /** Where the server reaches the storage. */
  storageEndpoint: string
  access: AccountAccess
  admin: StorageAdmin
  sync: StorageSync
  /** What one at a time may do, of all processes. */
  locks: Locks
  sweeper: Sweeper
  cors: ReturnType<typeof makeCorsMemory>
  /** Where this visitor's browser sends files to, and gets them from. */
  endpoints(visitor: Visitor): { put: string; get: string }
  /** Whether what it is sent has to be signed for the headers that must not come along. STORAGE_UNAVAILABLE. */
  mustSignAbsentHeaders(): Promise<boolean>
  /** For mails that the answer waits for. */
  mailer: Mailer
  /** For all others. */
  mails: MailQueue
  /** What a link in a mail to this visitor begins with; null where none can be trusted. */
  linkOrigin(visitor: Visitor): string | null
  /** A hash that no password has: an unknown user takes as long as a wrong password. */
  decoyHash: string
}
