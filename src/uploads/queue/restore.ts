import { bytesOf, heldParts } from '../../../machines/upload/parts.ts'
import type { InterruptedUpload } from '../../../machines/upload-queue/types.ts'
import { uploadsOfOtherTabs } from '../other-tabs.ts'
import { abortUpload, isComplete, listParts } from './actors.ts'
import { claimUpload } from './upload-locks.ts'
import { deleteRecord, recordsOf, type UploadRecord } from './upload-records.ts'

/** Claims for this tab the `records` that no other tab uploads. */
async function claimRecords(records: UploadRecord[]): Promise<UploadRecord[]> {
  const others = navigator.locks ? [] : await uploadsOfOtherTabs()
  const activeIds = new Set(others.flatMap(({ uploadIds }) => uploadIds))
  const claimed: UploadRecord[] = []
  for (const record of records) {
    if (!activeIds.has(record.uploadId) && (await claimUpload(record.uploadId))) claimed.push(record)
  }
  return claimed
}

/** The unfinished uploads of earlier visits of `user`. Cancelled ones are aborted again. */
export async function interruptedUploads(user: string): Promise<InterruptedUpload[]> {
  const records = await recordsOf(user)
  if (records.length === 0) return []
  const found: InterruptedUpload[] = []
  for (const record of await claimRecords(records)) {
    const { bucket, key, uploadId, cancelled } = record
    if (cancelled) void abortUpload({ bucket, key, uploadId })
    else found.push(...(await checkRecord(record)))
  }
  return found
}

/** The upload with its stored bytes (0 if unknown); empty if it is complete after all. */
async function checkRecord(record: UploadRecord): Promise<InterruptedUpload[]> {
  const { bucket, key, name, size, lastModified, type, uploadId, partSize } = record
  const file = { name, size, lastModified, type }
  const multipart = { uploadId, partSize }
  const listed = await listParts({ bucket, key, uploadId })
  const gone = !listed.ok && listed.code === 'UPLOAD_NOT_FOUND'
  if (gone && record.completing && (await isComplete({ bucket, key, file, parts: record.completing }))) {
    await deleteRecord(uploadId)
    return []
  }
  const sent = listed.ok ? bytesOf(heldParts(file, multipart, listed.parts)) : 0
  return [{ bucket, key, file, multipart, sent, reason: record.failure ?? 'INTERRUPTED' }]
}
