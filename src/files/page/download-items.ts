import { zipEntriesMaximum } from '../../../domain/limits.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import type { Formats } from '../../i18n/formats.ts'
import type { Text } from '../../i18n/text.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { showToast } from '../../shell/toast.ts'
import { downloadFile, downloadZip } from '../download.ts'
import { nameOfItem } from '../item-parts.tsx'
import { warnIfTooMany } from './too-many.ts'

/** ms for toasts with two sentences */
const longToastMs = 12_000

export type Downloading = {
  t: Text
  format: Formats
  /** Removes missing files from the list. */
  removeKeys: (keys: ReadonlySet<string>, bucket: string) => void
}

/** Downloads a single file unchanged, several files or folders of a folder as a ZIP archive. */
export async function downloadItems(
  context: Downloading,
  place: Place,
  items: readonly ObjectItem[],
): Promise<void> {
  const [first] = items
  if (items.length === 1 && first?.type === 'file') await downloadOne(context, place, first)
  else if (items.length > 0) await downloadAsZip(context, place, items)
}

async function downloadOne({ t, removeKeys }: Downloading, { bucket }: Place, item: ObjectItem) {
  const { key } = item
  const name = nameOfItem(t, item)
  showToast('files.downloading', { severity: 'info' })
  const failure = await downloadFile(bucket, key)
  if (!failure) return
  if (failure.code === 'OBJECT_NOT_FOUND') {
    removeKeys(new Set([key]), bucket)
    showToast('files.downloadGone', { values: { name }, severity: 'error' })
  } else if (isDenied(failure)) showFailure(failure)
  else {
    const about = t(`error.${failure.code}`)
    showToast('files.downloadFailed', { values: { name }, about, severity: 'error' })
  }
}

async function downloadAsZip({ format }: Downloading, place: Place, items: readonly ObjectItem[]) {
  const only = items.length === 1 ? items[0] : undefined
  const refuse = (message: 'files.zipEmpty' | 'files.zipNothing' | 'files.zipGone') =>
    showToast(message, { values: { name: only?.name.replace(/\/$/, '') ?? '' }, severity: 'error' })
  if (warnIfTooMany(items)) return
  showToast('files.zipCounting', { severity: 'info' })
  const outcome = await downloadZip(place, items)
  if (outcome.ok) {
    const { files, size } = outcome.data
    if (files === 0) return refuse(only ? 'files.zipEmpty' : 'files.zipNothing')
    const values = { count: files, size: format.bytes(size) }
    return showToast('files.zipStarting', { values, severity: 'info', durationMs: longToastMs })
  }
  if (outcome.code === 'LIMIT_REACHED') {
    const values = { limit: zipEntriesMaximum }
    return showToast('files.zipTooMany', { values, severity: 'error', durationMs: longToastMs })
  }
  if (outcome.code === 'OBJECT_NOT_FOUND') return refuse(only ? 'files.zipEmpty' : 'files.zipGone')
  showFailure(outcome)
}

/** Whether the user lacks the permission, by the console's table or by the storage. */
function isDenied({ code }: Failure): boolean {
  return code === 'PERMISSION_DENIED' || code === 'ACCESS_DENIED'
}
