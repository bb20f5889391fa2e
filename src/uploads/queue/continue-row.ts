import { needsFile } from '../../../machines/upload-queue/rules.ts'
import { rowsOf } from '../../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../../machines/upload-queue/types.ts'
import { showToast } from '../../shell/shell.ts'
import { rememberHandle } from '../picking/file-handles.ts'
import { recordOf } from './upload-records.ts'
import { uploadEvents, uploadsNow } from './uploads.ts'

/**
 * Goes on with an upload of an earlier visit by the handle that the browser has kept; asks for leave to read the file
 * where that is needed, so this must run in a click. False where the file must be picked by hand.
 */
export async function continueByHandle(row: UploadRow): Promise<boolean> {
  const record = row.multipart && (await recordOf(row.multipart.uploadId))
  const handle = record?.handle
  if (!handle) return false
  try {
    const asked = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted'
    const given = asked === 'granted' ? asked : await handle.requestPermission?.({ mode: 'read' })
    if (given !== 'granted') return false
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

/** Goes on with everything: with uploads of earlier visits too, where their files can be opened again. */
export async function continueAll(): Promise<void> {
  const interrupted = [...rowsOf(uploadsNow().context.table)].filter(needsFile)
  uploadEvents.continueAll()
  let missing = 0
  for (const row of interrupted) if (!(await continueByHandle(row))) missing++
  if (missing > 0) showToast('uploads.chooseEach', { values: { count: missing }, severity: 'info' })
}
