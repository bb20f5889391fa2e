import type { Disk } from '../../disk.ts'
import type { Blobs } from './blobs.ts'
import type { Commits } from './commits.ts'
import type { DataKeys } from './data-keys.ts'
import type { Database } from './database.ts'
import type { Watches } from './watches.ts'

/** Everything needed to read stored bytes, also those of a stopped engine. */
export type Readable = {
  db: Database
  blobs: Pick<Blobs, 'path' | 'lease' | 'keepRemoved'>
  dataKeys: Pick<DataKeys, 'open'>
}

/** The index, the files, and what the requests in flight reserve in both. */
export type Store = {
  db: Database
  commits: Commits
  blobs: Blobs
  dataKeys: DataKeys
  disk: Disk
  /** Maximum number of open uploads of a user. */
  mostUploads: number
  /** Bytes being received, by user and by bucket: quotas count them. */
  inFlight: Map<string, number>
  /** Objects that are being overwritten, as `bucket id/key`. */
  replacing: Set<string>
  watches: Watches
  /** Called after a commit with events. */
  onEvents(): void
  /** Unix ms. */
  now(): number
}
