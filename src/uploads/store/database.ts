import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Multipart } from '../../../machines/upload/types.ts'
import type { RowReason, Selection } from '../../../machines/upload-queue/types.ts'
import { storageName } from '../../site/installation.ts'

/**
 * A file that is not uploaded yet, as later visits know it. `path`: in what was chosen. `source`: the `StoredSource` that
 * it is opened by, or null. `copy`: the `StoredCopy` of its bytes. `reason`: why it failed.
 */
export type StoredRow = {
  bucket: string
  key: string
  path: string
  name: string
  size: number
  lastModified: number
  type: string
  source: number | null
  copy?: number | null
  status: 'queued' | 'paused' | 'failed'
  reason: RowReason | null
  multipart: Multipart | null
}

/**
 * Rows that are written together. `queue`: the id of the queue that uploads them. `begunAt`: unix seconds of the server
 * since when any of them may have been sent; null if none was.
 */
export type StoredBatch = {
  id: number
  queue: string
  user: string
  begunAt: number | null
  rows: StoredRow[]
}

/** A file or folder that was chosen or dropped, with which the browser opens the files below it again. */
type StoredSource = { id: number; queue: string; handle: FileSystemHandle }

/** A small file that the browser gave no handle of. `queue`: the id of the queue that has copied it. */
type StoredCopy = { id: number; queue: string; file: File }

/** A selection of `user` that was not read to its end. `handles`: what the browser reads again. */
export type StoredSelection = {
  id: number
  queue: string
  user: string
  selection: Omit<Selection, 'items' | 'found'>
  handles: FileSystemHandle[]
}

/** A multipart upload that was cancelled, until the storage has removed its parts. */
type StoredAbort = { uploadId: string; user: string; bucket: string; key: string }

export interface Schema extends DBSchema {
  batches: { key: number; value: StoredBatch; indexes: { user: string; queue: string } }
  sources: { key: number; value: StoredSource; indexes: { queue: string } }
  copies: { key: number; value: StoredCopy; indexes: { queue: string } }
  selections: { key: number; value: StoredSelection; indexes: { user: string; queue: string } }
  aborts: { key: string; value: StoredAbort; indexes: { user: string } }
}

export type UploadDatabase = IDBPDatabase<Schema>

/** The database of earlier versions, which did not know of installations. */
export const earlierName = 'kho_uploads'

let database: Promise<UploadDatabase | null> | null = null

/** Null if the browser denies storage: uploads are then lost with the page. */
export function uploadDatabase(): Promise<UploadDatabase | null> {
  database ??= open().catch(error => {
    console.warn('Uploads will not outlive this page', error)
    return null
  })
  return database
}

async function open(): Promise<UploadDatabase> {
  return openDB<Schema>(storageName('uploads'), 2, {
    upgrade(db, version) {
      db.createObjectStore('copies', { keyPath: 'id', autoIncrement: true }).createIndex('queue', 'queue')
      if (version > 0) return
      for (const name of ['batches', 'selections'] as const) {
        const store = db.createObjectStore(name, { keyPath: 'id', autoIncrement: true })
        store.createIndex('user', 'user')
        store.createIndex('queue', 'queue')
      }
      db.createObjectStore('sources', { keyPath: 'id', autoIncrement: true }).createIndex('queue', 'queue')
      db.createObjectStore('aborts', { keyPath: 'uploadId' }).createIndex('user', 'user')
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}

/** Whether the browser has the database of earlier versions. */
export async function hasEarlierUploads(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === earlierName)
}

/** Whether anything of `user` is left from other visits or tabs, or earlier versions have left something. */
export async function hasStoredUploads(user: string): Promise<boolean> {
  const db = await uploadDatabase()
  if (!db) return false
  const stores = ['batches', 'selections', 'aborts'] as const
  const counts = await Promise.all(stores.map(store => db.countFromIndex(store, 'user', user)))
  return counts.some(count => count > 0) || (await hasEarlierUploads())
}

async function* batchesOf(user: string): AsyncGenerator<StoredBatch> {
  const db = await uploadDatabase()
  let cursor = await db?.transaction('batches').store.index('user').openCursor(user)
  while (cursor) {
    yield cursor.value
    cursor = await cursor.continue()
  }
}

/** The queues with rows or unread selections of `user`. */
export async function queuesOf(user: string): Promise<string[]> {
  const selections = (await (await uploadDatabase())?.getAllFromIndex('selections', 'user', user)) ?? []
  const queues = new Set(selections.map(({ queue }) => queue))
  for await (const { queue } of batchesOf(user)) queues.add(queue)
  return [...queues]
}

/** The open multipart uploads of `user` in this browser. */
export async function multipartsOf(user: string): Promise<{ key: string; uploadId: string }[]> {
  const uploads: { key: string; uploadId: string }[] = []
  for await (const { rows } of batchesOf(user)) {
    for (const { key, multipart } of rows) if (multipart) uploads.push({ key, uploadId: multipart.uploadId })
  }
  return uploads
}
