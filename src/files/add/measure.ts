import { fitInto } from '../../../machines/add-files/fit.ts'
import type { Measure } from '../../../machines/add-files/types.ts'
import { selectBytesUnderWay } from '../../../machines/upload-queue/selectors.ts'
import type { FoundFile } from '../../../machines/upload-queue/types.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { presentFiles } from '../../uploads/picking/present-files.ts'
import { readSelection } from '../../uploads/picking/read-selection.ts'
import { uploadsOnceFound } from '../../uploads/queue/uploads.ts'

/**
 * Reads the free quota of the account, and every file of the selection, down to the last folder. Null if the quota
 * cannot be read or has no limit: then nothing else is read, and the storage decides.
 */
export async function measure(
  { selection }: Measure['input'],
  signal: AbortSignal,
): Promise<Measure['output']> {
  const quota = await result(api.GET('/dashboard/quota-user', { signal }))
  if (!quota.ok || quota.data.total === null || quota.data.usage === null) return null
  const uploads = await uploadsOnceFound(signal)
  const underWay = selectBytesUnderWay(uploads)
  const isPresent = presentFiles(selection, uploads.context.table, signal)
  const fits = fitInto(Math.max(0, quota.data.total - quota.data.usage - underWay))
  let leftOut = 0
  function onFound(files: FoundFile[], skipped: number) {
    fits.add(files)
    leftOut += skipped
  }
  await readSelection(selection, signal, onFound, isPresent)
  return { ...fits.fit(), underWay, leftOut }
}
