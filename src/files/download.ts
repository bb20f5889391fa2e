import type { Failure } from '../../machines/failure.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiResult, result } from '../api/result.ts'
import type { Place } from '../buckets/addresses.ts'

/** Starts the download of a file. Returns the failure, or null. */
export async function downloadFile(bucket: string, key: string): Promise<Failure | null> {
  const outcome = await result(api.POST('/objects/get-download-url', { body: { bucket, key } }))
  if (!outcome.ok) return outcome
  startDownload(outcome.data.url)
  return null
}

/** `files`: how many the archive contains; `size`: its bytes. */
type ZipSummary = { files: number; size: number }

/** Counts the files of a ZIP archive and, unless there are none, starts its download. */
export async function downloadZip(
  { bucket, prefix }: Place,
  items: readonly ObjectItem[],
): Promise<ApiResult<ZipSummary>> {
  const keysOf = (type: ObjectItem['type']) => items.filter(item => item.type === type).map(({ key }) => key)
  const body = { bucket, prefix, keys: keysOf('file'), folders: keysOf('folder') }
  const outcome = await result(api.POST('/objects/zip', { body }))
  if (outcome.ok && outcome.data.files > 0) startDownload(outcome.data.url)
  return outcome
}

/** Starts the download of one version of a file. Returns the failure, or null. */
export async function downloadVersion(
  bucket: string,
  key: string,
  version_id: string,
): Promise<Failure | null> {
  const outcome = await result(api.POST('/objects/get-download-url', { body: { bucket, key, version_id } }))
  if (!outcome.ok) return outcome
  startDownload(outcome.data.url)
  return null
}

/** Shows a file, or one version of it, in a new tab of the browser. Returns the failure, or null. */
export async function openInTab(bucket: string, key: string, version_id?: string): Promise<Failure | null> {
  // At once: browsers block a window that opens later than the press.
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  const body = { bucket, key, show: true, ...(version_id !== undefined && { version_id }) }
  const outcome = await result(api.POST('/objects/get-download-url', { body }))
  if (outcome.ok) tab?.location.replace(outcome.data.url)
  else tab?.close()
  return outcome.ok ? null : outcome
}

/** The response is an attachment, so the page stays. */
function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
