import { needsFile } from '../../../machines/upload-queue/rules.ts'
import { rowsOf } from '../../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../../machines/upload-queue/types.ts'
import { showToast } from '../../shell/toast.ts'
import { rememberHandle } from '../picking/file-handles.ts'
import { recordOf } from './upload-records.ts'
import { uploadEvents, uploadsNow } from './uploads.ts'

/**
 * Continues an upload of an earlier visit by its stored file handle. It may ask for permission to read the file, so it
 * must run in a click. False when the user has to pick the file.
 */
export async function continueByHandle(row: UploadRow): Promise<boolean> {
  const record = row.multipart && (await recordOf(row.multipart.uploadId))
  const handle = record?.handle
  if (!handle) return false
  try {
    const current = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted'
    const permission = current === 'granted' ? current : await handle.requestPermission?.({ mode: 'read' })
    if (permission !== 'granted') return false
    const file = await handle.getFile()
    rememberHandle(file, handle)
    uploadEvents.continue(row.id, file)
    return true
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    console.warn(`The handle of "${row.key}" does not open its file any more`, error)
    return false
  }
}

/** Continues all uploads, those of earlier visits too if their files can be opened again. */
export async function continueAll(): Promise<void> {
  const interrupted = [...rowsOf(uploadsNow().context.table)].filter(needsFile)
  uploadEvents.continueAll()
  let missing = 0
  for (const row of interrupted) if (!(await continueByHandle(row))) missing++
  if (missing > 0) showToast('uploads.chooseEach', { values: { count: missing }, severity: 'info' })
}
