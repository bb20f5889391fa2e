import { previewLimit } from '../../domain/preview.ts'
import type { FileRead, LinkGet } from '../../machines/preview/machine.ts'
import { api } from '../api/client.ts'
import { limitedBody } from '../api/limited-body.ts'
import { result } from '../api/result.ts'

export async function getLink(file: LinkGet['input'], signal: AbortSignal): Promise<LinkGet['output']> {
  const outcome = await result(api.POST('/objects/get-download-url', { body: file, signal }))
  return outcome.ok ? { ok: true, url: outcome.data.url } : outcome
}

/** Reads a file of at most `previewLimit` bytes; stops reading a larger one. */
export async function readFile({ url }: FileRead['input'], signal: AbortSignal): Promise<FileRead['output']> {
  try {
    const response = await fetch(url, { signal, referrerPolicy: 'no-referrer' })
    const { ok, status } = response
    if (status === 403) return { ok: false, code: 'EXPIRED' }
    if (!ok || !response.body) {
      return { ok: false, code: status === 404 ? 'OBJECT_NOT_FOUND' : 'STORAGE_UNAVAILABLE' }
    }
    const read = await limitedBody(response, previewLimit)
    return read ? { ok: true, bytes: await read.arrayBuffer() } : { ok: false, code: 'TOO_LARGE' }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, code: 'NETWORK' }
    throw error
  }
}
