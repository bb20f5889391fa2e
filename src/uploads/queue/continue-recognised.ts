import { selectMissing } from '../../../machines/upload-queue/selectors.ts'
import { showToast } from '../../shell/toast.ts'
import type { Recognised } from '../store/choose-again.ts'
import { uploadEvents, uploadsNow } from './uploads.ts'

/** Goes on with what was found again, and says so. Whether anything was. */
export function continueRecognised({ files, again }: Recognised): boolean {
  if (files.size + again.length === 0) return false
  if (files.size > 0) uploadEvents.filesChosen(files)
  for (const { id, ...chosen } of again) uploadEvents.readAgain(id, chosen)
  const missing = selectMissing(uploadsNow())
  if (files.size > 0)
    showToast('uploads.chosenAgain', { values: { count: files.size, missing }, severity: 'info' })
  return true
}
