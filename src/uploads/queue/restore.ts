import { bytesOf, heldParts } from '../../../machines/upload/rules.ts'
import type { InterruptedUpload } from '../../../machines/upload-queue/types.ts'
import { uploadsOfOtherTabs } from '../other-tabs.ts'
import { abortUpload, isComplete, listParts } from './actors.ts'
import { ownUpload } from './owned-uploads.ts'
import { dropRecord, recordsOf, type UploadRecord } from './upload-records.ts'

/** Those of `records` that no other tab is at, which become this tab's. */
async function takeOver(records: UploadRecord[]): Promise<UploadRecord[]> {
  const others = navigator.locks ? [] : await uploadsOfOtherTabs()
  const live = new Set(others.flatMap(({ uploadIds }) => uploadIds))
  const taken: UploadRecord[] = []
  for (const record of records) {
    if (!live.has(record.uploadId) && (await ownUpload(record.uploadId))) taken.push(record)
  }
  return taken
}

/** The unfinished uploads of earlier visits of `user`. Those that were given up already are told to the engine again. */
export async function interruptedUploads(user: string): Promise<InterruptedUpload[]> {
  const records = await recordsOf(user)
  if (records.length === 0) return []
  const found: InterruptedUpload[] = []
  for (const record of await takeOver(records)) {
    const { bucket, key, uploadId, cancelled } = record
    if (cancelled) void abortUpload({ bucket, key, uploadId })
    else found.push(...(await interrupted(record)))
  }
  return found
}

/** With what the engine holds of it; none where that cannot be told now. Empty where the file has arrived after all. */
async function interrupted(record: UploadRecord): Promise<InterruptedUpload[]> {
  const { bucket, key, name, size, lastModified, type, uploadId, partSize } = record
  const file = { name, size, lastModified, type }
  const multipart = { uploadId, partSize }
  const listed = await listParts({ bucket, key, uploadId })
  const gone = !listed.ok && listed.code === 'UPLOAD_NOT_FOUND'
  if (
    gone &&
    record.completing &&
    (await isComplete({ bucket, key, file, parts: Math.ceil(size / partSize) }))
  ) {
    await dropRecord(uploadId)
    return []
  }
  const sent = listed.ok ? bytesOf(heldParts(file, multipart, listed.parts)) : 0
  return [{ bucket, key, file, multipart, sent, reason: record.failure ?? 'INTERRUPTED' }]
}
