import { useCallback } from 'react'
import { selectionMaximum, zipEntriesMaximum } from '../../../domain/limits.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { showToast } from '../../shell/toast.ts'
import { downloadFile, downloadZip } from '../download.ts'
import { nameOfItem } from '../item-parts.tsx'

/** ms for toasts with two sentences */
const longToastMs = 12_000

/**
 * Downloads a single file unchanged, several files or folders as a ZIP archive. `removeKeys`: removes missing files
 * from the list.
 */
export function useDownload(place: Place, removeKeys: (keys: ReadonlySet<string>) => void) {
  const { bucket, prefix } = place
  const t = useText()
  const format = useFormats()

  const downloadOne = useCallback(
    async (item: ObjectItem) => {
      const { key } = item
      const name = nameOfItem(t, item)
      showToast('files.downloading', { severity: 'info' })
      const failure = await downloadFile(bucket, key)
      if (!failure) return
      if (failure.code === 'OBJECT_NOT_FOUND') {
        removeKeys(new Set([key]))
        showToast('files.downloadGone', { values: { name }, severity: 'error' })
      } else if (isDenied(failure)) showFailure(failure)
      else {
        const about = t(`error.${failure.code}`)
        showToast('files.downloadFailed', { values: { name }, about, severity: 'error' })
      }
    },
    [bucket, removeKeys, t],
  )

  const downloadAsZip = useCallback(
    async (items: readonly ObjectItem[]) => {
      const only = items.length === 1 ? items[0] : undefined
      const refuse = (message: 'files.zipEmpty' | 'files.zipNothing' | 'files.zipGone') =>
        showToast(message, { values: { name: only?.name.replace(/\/$/, '') ?? '' }, severity: 'error' })
      if (warnIfTooMany(items)) return
      showToast('files.zipCounting', { severity: 'info' })
      const outcome = await downloadZip({ bucket, prefix }, items)
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
    },
    [bucket, prefix, format],
  )

  return useCallback(
    (items: readonly ObjectItem[]) => {
      const [first] = items
      if (items.length === 1 && first?.type === 'file') void downloadOne(first)
      else if (items.length > 0) void downloadAsZip(items)
    },
    [downloadOne, downloadAsZip],
  )
}

/** Shows an error and returns true when there are more items than one action allows. */
export function warnIfTooMany(items: readonly unknown[]): boolean {
  if (items.length <= selectionMaximum) return false
  showToast('files.tooMany', { values: { limit: selectionMaximum }, severity: 'error', durationMs: 10_000 })
  return true
}

/** Whether the user lacks the permission, by the console's table or by the storage. */
function isDenied({ code }: Failure): boolean {
  return code === 'PERMISSION_DENIED' || code === 'ACCESS_DENIED'
}
