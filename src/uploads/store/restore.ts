import { uploadConcurrency } from '../../../domain/limits.ts'
import { bytesOf, heldParts } from '../../../machines/upload/parts.ts'
import { isWorthRetrying } from '../../../machines/upload/retry.ts'
import type { UploadFile } from '../../../machines/upload/types.ts'
import type { RestoredRow } from '../../../machines/upload-queue/types.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { copyOf, rememberCopy, rememberSource } from '../picking/file-sources.ts'
import { listParts, objectAt } from '../transfer/upload-calls.ts'
import type { StoredBatch, StoredRow, UploadDatabase } from './database.ts'
import { permissionOf } from './open-file.ts'

type Source = { handle: FileSystemHandle; readable: boolean }
type Sources = ReadonlyMap<number, Source>
/** What the browser has of the files. */
type Kept = { sources: Sources; copies: ReadonlySet<number> }
type Listed = Pick<ObjectItem, 'size' | 'last_modified'>
type ObjectAt = (place: { bucket: string; key: string }) => Promise<Listed | undefined>

/**
 * Reads the rows of a queue that no tab uploads any more, but for files that the storage has. `forget` deletes them in
 * the database; call it once they are stored elsewhere.
 */
export async function restoreQueue(
  db: UploadDatabase,
  queue: string,
  readObject: ObjectAt = objectAt,
): Promise<{ rows: RestoredRow[]; forget: () => Promise<void> }> {
  const sources = await readSources(db, queue)
  const copies = new Set(await db.getAllKeys('copies'))
  const known = new Set<number | null>(await db.getAllKeysFromIndex('copies', 'queue', queue))
  const batches = await db.getAllKeysFromIndex('batches', 'queue', queue)
  const rows: RestoredRow[] = []
  for (const id of batches) {
    const batch = await db.get('batches', id)
    if (!batch) continue
    for (const { copy = null } of batch.rows) known.add(copy)
    rows.push(...(await restoredRows(batch, { sources, copies }, readObject)))
  }
  async function forget() {
    const needed = new Set(rows.map(({ file }) => copyOf(file)))
    for (const id of known) if (id !== null && !needed.has(id)) await db.delete('copies', id)
    for (const id of batches) await db.delete('batches', id)
    for (const id of sources.keys()) await db.delete('sources', id)
  }
  return { rows, forget }
}

async function readSources(db: UploadDatabase, queue: string): Promise<Sources> {
  const stored = await db.getAllFromIndex('sources', 'queue', queue)
  const sources = stored.map(async ({ id, handle }) => {
    const readable = (await permissionOf(handle).catch(() => 'prompt')) === 'granted'
    return [id, { handle, readable }] as const
  })
  return new Map(await Promise.all(sources))
}

async function restoredRows(
  { rows, begunAt }: StoredBatch,
  kept: Kept,
  readObject: ObjectAt,
): Promise<RestoredRow[]> {
  const restored: RestoredRow[] = []
  let at = 0
  async function work() {
    for (let index = at++; index < rows.length; index = at++) {
      const row = rows[index]!
      const sent = await bytesStored(row, begunAt, readObject)
      if (sent !== 'all') restored[index] = restoredRow(row, sent, kept)
    }
  }
  await Promise.all(Array.from({ length: uploadConcurrency }, work))
  return restored.filter(row => row !== undefined)
}

/** The bytes that the storage holds of a file; 0 if that is unknown. */
async function bytesStored(
  row: StoredRow,
  begunAt: number | null,
  readObject: ObjectAt,
): Promise<number | 'all'> {
  const { bucket, key, size, multipart } = row
  if (multipart) {
    const listed = await listParts({ bucket, key, uploadId: multipart.uploadId })
    if (listed.ok) return bytesOf(heldParts(row, multipart, listed.parts))
    if (listed.code !== 'UPLOAD_NOT_FOUND') return 0
  }
  if (begunAt === null || row.status === 'failed') return 0
  const object = await readObject({ bucket, key })
  return object?.size === size && (object.last_modified ?? 0) >= begunAt ? 'all' : 0
}

function restoredRow(row: StoredRow, sent: number, { sources, copies }: Kept): RestoredRow {
  const { bucket, key, path, multipart, copy } = row
  const source = row.source === null ? undefined : sources.get(row.source)
  const file = storedFile(row)
  if (source) rememberSource(file, source.handle)
  else if (copy && copies.has(copy)) rememberCopy(file, copy)
  return { bucket, key, path, file, multipart, sent, ...stateOf(row, file, source) }
}

/** An empty folder needs no file. */
function storedFile({ name, path, size, lastModified, type }: StoredRow): UploadFile {
  if (path.endsWith('/')) return new File([], name, { lastModified })
  return { name, size, lastModified, type, stored: { path } }
}

function stateOf(
  { status, reason }: StoredRow,
  file: UploadFile,
  source: Source | undefined,
): Pick<RestoredRow, 'state' | 'reason'> {
  if (status === 'failed') return { state: isWorthRetrying(reason) ? 'failed' : 'refused', reason }
  if (!source && copyOf(file) === null && file.stored) return { state: 'interrupted', reason: 'INTERRUPTED' }
  if (source?.readable === false) return { state: 'interrupted', reason: 'PERMISSION_NEEDED' }
  return { state: status, reason: null }
}
