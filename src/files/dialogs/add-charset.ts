import { charsetOf, charsetSample, lacksCharset, withCharset } from '../../../domain/text-charset.ts'
import type { Failure } from '../../../machines/failure.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import { limitConcurrency } from '../limit-concurrency.ts'

/** Counts of files: changed; unchanged, as they had an encoding or are not recognised as text; failed. */
type CharsetCounts = { set: number; left: number; failed: number }

type File = { bucket: string; path: string }

/** Files that are changed at once. */
const concurrency = 4

/**
 * Adds their encoding to the Content-Type of text files that lack one. `onDone`: called after each file. The failure is
 * the first one, if all failed.
 */
export async function addCharsets(
  files: readonly File[],
  onDone: () => void,
  signal: AbortSignal,
): Promise<ApiResult<CharsetCounts>> {
  const run = limitConcurrency(concurrency)
  const outcomes = await Promise.all(
    files.map(file =>
      run(async () => {
        const outcome = await addCharset(file, signal)
        onDone()
        return outcome
      }, signal),
    ),
  )
  const failures = outcomes.filter(outcome => !outcome.ok)
  const [failure] = failures
  if (failure && failures.length === outcomes.length) return failure
  const set = outcomes.filter(outcome => outcome.ok && outcome.data === 'set').length
  return { ok: true, data: { set, left: outcomes.length - failures.length - set, failed: failures.length } }
}

async function addCharset({ bucket, path }: File, signal: AbortSignal): Promise<ApiResult<'set' | 'left'>> {
  const read = await result(api.GET('/objects/details', { params: { query: { bucket, path } }, signal }))
  if (!read.ok) return read
  const { revision, headers, metadata, size } = read.data
  const type = headers.content_type
  if (!lacksCharset(type) || headers.content_encoding || size === 0) return { ok: true, data: 'left' }
  const link = await result(api.POST('/objects/get-download-url', { body: { bucket, key: path }, signal }))
  if (!link.ok) return link
  const start = await readStart(link.data.url, signal)
  if (!(start instanceof Uint8Array)) return start
  const charset = charsetOf(start, size <= charsetSample)
  if (!charset) return { ok: true, data: 'left' }
  const changed = { ...headers, content_type: withCharset(type, charset) }
  const body = { bucket, path, revision, headers: changed, metadata }
  const written = await result(api.PUT('/objects/details', { body, signal }))
  return written.ok ? { ok: true, data: 'set' } : written
}

async function readStart(url: string, signal: AbortSignal): Promise<Uint8Array | Failure> {
  try {
    const headers = { range: `bytes=0-${charsetSample - 1}` }
    const response = await fetch(url, { headers, signal, referrerPolicy: 'no-referrer' })
    if (response.status === 206) return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
    return { ok: false, code: response.status === 404 ? 'OBJECT_NOT_FOUND' : 'STORAGE_UNAVAILABLE' }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, code: 'NETWORK' }
    throw error
  }
}
