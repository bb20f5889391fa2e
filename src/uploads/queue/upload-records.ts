import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { UploadReason } from '../../../machines/upload/types.ts'
import { disownUpload, ownUpload } from './owned-uploads.ts'

/** What is kept of an unfinished multipart upload, so that another visit can go on with it. */
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
  /** The user has given it up, and the engine was not told yet. */
  cancelled: boolean
  /** The engine was asked to complete it, and no answer came. */
  completing?: boolean
  /** Why it failed, where it has; records of before do not say. */
  failure?: UploadReason | null
}

interface Schema extends DBSchema {
  uploads: { key: string; value: UploadRecord }
}

let database: Promise<IDBPDatabase<Schema> | null> | null = null

/** Null where the browser denies storage: uploads then do not outlive the page. */
function open(): Promise<IDBPDatabase<Schema> | null> {
  database ??= openDB<Schema>('kho', 1, {
    upgrade: db => void db.createObjectStore('uploads', { keyPath: 'uploadId' }),
  }).catch(error => {
    console.warn('Uploads will not outlive this page', error)
    return null
  })
  return database
}

/** Keeps the record of an upload of this tab. Without its handle where the browser cannot keep that. */
export async function keepRecord(record: UploadRecord): Promise<void> {
  await ownUpload(record.uploadId)
  const db = await open()
  try {
    await db?.put('uploads', record)
  } catch (error) {
    if (!record.handle) console.warn('An upload will not outlive this page', error)
    else await keepRecord({ ...record, handle: null })
  }
}

export async function markCancelled(uploadId: string): Promise<void> {
  const db = await open()
  const record = await db?.get('uploads', uploadId)
  if (record) await db?.put('uploads', { ...record, cancelled: true })
}

/** Keeps why an upload failed; null where it goes on again. */
export async function markFailed(uploadId: string, failure: UploadReason | null): Promise<void> {
  const db = await open()
  const record = await db?.get('uploads', uploadId)
  if (record && (record.failure ?? null) !== failure) await db?.put('uploads', { ...record, failure })
}

/** Keeps whether the engine was asked to complete an upload, and has not said no. */
export async function markCompleting(uploadId: string, completing: boolean): Promise<void> {
  const db = await open()
  const record = await db?.get('uploads', uploadId)
  if (record && (record.completing ?? false) !== completing)
    await db?.put('uploads', { ...record, completing })
}

export async function dropRecord(uploadId: string): Promise<void> {
  await (await open())?.delete('uploads', uploadId)
  disownUpload(uploadId)
}

/** The record of an upload, or undefined. */
export async function recordOf(uploadId: string): Promise<UploadRecord | undefined> {
  return (await open())?.get('uploads', uploadId)
}

/** The records of `user`. */
export async function recordsOf(user: string): Promise<UploadRecord[]> {
  const all = (await (await open())?.getAll('uploads')) ?? []
  return all.filter(record => record.user === user)
}
