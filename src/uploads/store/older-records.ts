import { openDB } from 'idb'
import { holdLock } from '../../api/web-lock.ts'
import type { StoredRow, UploadDatabase } from './database.ts'

/** What earlier states of the main branch stored of each multipart upload, in a database of its own. */
type OlderRecord = {
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
  cancelled: boolean
  failure?: StoredRow['reason']
}

const name = 'kho'

/** Moves the uploads of `user` that an older version has stored to `queue`, but for those that its tabs still upload. */
export async function moveOlderRecords(db: UploadDatabase, user: string, queue: string): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? []
  if (!databases.some(database => database.name === name)) return
  const older = await openDB(name, 1)
  try {
    const records: OlderRecord[] = older.objectStoreNames.contains('uploads')
      ? await older.getAll('uploads')
      : []
    for (const record of records.filter(record => record.user === user)) {
      const lockName = `kho_upload_${record.uploadId}`
      const lock = navigator.locks ? await holdLock(lockName, { ifAvailable: true }) : null
      if (!lock && navigator.locks) continue
      await move(db, record, queue)
      await older.delete('uploads', record.uploadId)
      lock?.release()
    }
  } finally {
    older.close()
  }
}

async function move(db: UploadDatabase, record: OlderRecord, queue: string): Promise<void> {
  const { user, bucket, key, uploadId, name, size, lastModified, type, partSize, handle } = record
  if (record.cancelled) {
    await db.put('aborts', { uploadId, user, bucket, key })
    return
  }
  const source = handle ? await db.put('sources', { queue, handle } as never) : null
  const reason = record.failure ?? null
  const file = { bucket, key, path: name, name, size, lastModified, type, source }
  const row: StoredRow = {
    ...file,
    ...{ status: reason ? 'failed' : 'queued', reason, multipart: { uploadId, partSize } },
  }
  await db.put('batches', { queue, user, begunAt: null, rows: [row] } as never)
}
