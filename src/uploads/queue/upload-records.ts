import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { UploadReason } from '../../../machines/upload/types.ts'
import { claimUpload, releaseUpload } from './upload-locks.ts'

/** The stored data of an unfinished multipart upload, with which a later visit can continue it. */
export type UploadRecord = {
  uploadId: string
  user: string
  bucket: string
  key: string
  name: string
  size: number
  lastModified: number
  type: string
  partSize: number
  handle: FileSystemFileHandle | null
  /** The user has cancelled it, and it is not aborted yet. */
  cancelled: boolean
  /** The number of parts with which its completion was requested, without a response so far; else null. */
  completing?: number | null
  /** Why it failed, if it did; missing in records of older versions. */
  failure?: UploadReason | null
}

interface Schema extends DBSchema {
  uploads: { key: string; value: UploadRecord }
}

let database: Promise<IDBPDatabase<Schema> | null> | null = null

/** Null if the browser denies storage: uploads are then lost with the page. */
function open(): Promise<IDBPDatabase<Schema> | null> {
  database ??= openDB<Schema>('kho', 1, {
    upgrade: db => void db.createObjectStore('uploads', { keyPath: 'uploadId' }),
  }).catch(error => {
    console.warn('Uploads will not outlive this page', error)
    return null
  })
  return database
}

/** Stores the record of an upload of this tab; without its handle if the browser cannot store that. */
export async function storeRecord(record: UploadRecord): Promise<void> {
  await claimUpload(record.uploadId)
  const db = await open()
  try {
    await db?.put('uploads', record)
  } catch (error) {
    if (!record.handle) console.warn('An upload will not outlive this page', error)
    else await storeRecord({ ...record, handle: null })
  }
}

export async function markCancelled(uploadId: string): Promise<void> {
  const db = await open()
  const record = await db?.get('uploads', uploadId)
  if (record) await db?.put('uploads', { ...record, cancelled: true })
}

/** Stores why an upload failed; null when it continues. */
export async function markFailed(uploadId: string, failure: UploadReason | null): Promise<void> {
  const db = await open()
  const record = await db?.get('uploads', uploadId)
  if (record && (record.failure ?? null) !== failure) await db?.put('uploads', { ...record, failure })
}

/** Stores with how many parts the completion of an upload was requested; null when it was refused. */
export async function markCompleting(uploadId: string, completing: number | null): Promise<void> {
  const db = await open()
  const record = await db?.get('uploads', uploadId)
  if (record && (record.completing ?? null) !== completing)
    await db?.put('uploads', { ...record, completing })
}

export async function deleteRecord(uploadId: string): Promise<void> {
  await (await open())?.delete('uploads', uploadId)
  releaseUpload(uploadId)
}

export async function recordOf(uploadId: string): Promise<UploadRecord | undefined> {
  return (await open())?.get('uploads', uploadId)
}

export async function recordsOf(user: string): Promise<UploadRecord[]> {
  const all = (await (await open())?.getAll('uploads')) ?? []
  return all.filter(record => record.user === user)
}
