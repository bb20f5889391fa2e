import type { Failure } from '../../machines/failure.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiResult, result } from '../api/result.ts'
import type { Place } from '../buckets/folder-address.ts'

/** Hands a file over to the browser's downloads, or gives why not. */
export async function downloadFile(bucket: string, key: string): Promise<Failure | null> {
  const outcome = await result(api.POST('/objects/get-download-url', { body: { bucket, key } }))
  if (!outcome.ok) return outcome
  follow(outcome.data.url)
  return null
}

/** What a ZIP archive holds; `size`: its own bytes. */
export type Packed = { files: number; size: number }

/** Counts what is to be packed and, unless that is no file, hands the archive over to the browser's downloads. */
export async function downloadZip(
  { bucket, prefix }: Place,
  items: readonly ObjectItem[],
): Promise<ApiResult<Packed>> {
  const keysOf = (type: ObjectItem['type']) => items.filter(item => item.type === type).map(({ key }) => key)
  const body = { bucket, prefix, keys: keysOf('file'), folders: keysOf('folder') }
  const outcome = await result(api.POST('/objects/zip', { body }))
  if (outcome.ok && outcome.data.files > 0) follow(outcome.data.url)
  return outcome
}

/** Hands one version of a file over to the browser's downloads. */
export async function downloadVersion(
  bucket: string,
  key: string,
  version_id: string,
): Promise<Failure | null> {
  const outcome = await result(api.POST('/objects/get-download-url', { body: { bucket, key, version_id } }))
  if (!outcome.ok) return outcome
  follow(outcome.data.url)
  return null
}

/** The address answers with an attachment, so the page stays. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
