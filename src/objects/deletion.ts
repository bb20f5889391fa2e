import { itemsPerRequest } from '../../domain/limits.ts'
import type { Failure } from '../../machines/failure.ts'
import type { Job, ObjectItem } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiResult, result } from '../api/result.ts'

export type DeletionProgress = {
  /** Objects deleted, those in folders too. */
  deleted: number
  /** Objects that could not be deleted. */
  failed: number
  /** Of the chosen items those that are gone as a whole. */
  gone: ReadonlySet<string>
}

/**
 * Deletes files and folders with everything in them, and tells `onProgress` after every call. Stops before the next
 * call when `signal` aborts, and with the failure where a call fails as a whole.
 */
export async function deleteItems(
  bucket: string,
  items: readonly ObjectItem[],
  signal: AbortSignal,
  onProgress: (progress: DeletionProgress) => void,
): Promise<Failure | null> {
  const gone = new Set<string>()
  let deleted = 0
  let failed = 0
  const tell = () => onProgress({ deleted, failed, gone: new Set(gone) })

  const files = items.filter(item => item.type === 'file').map(item => item.key)
  for (let at = 0; at < files.length && !signal.aborted; at += itemsPerRequest) {
    const keys = files.slice(at, at + itemsPerRequest)
    const outcome = await result(api.DELETE('/objects/delete', { body: { bucket, keys } }))
    if (!outcome.ok) return outcome
    const left = new Set(outcome.data.failed.map(({ key }) => key))
    deleted += outcome.data.deleted
    failed += left.size
    for (const key of keys) if (!left.has(key)) gone.add(key)
    tell()
  }
  for (const { key } of items.filter(item => item.type === 'folder')) {
    if (signal.aborted) break
    const outcome = await result(api.DELETE('/objects/delete-folder', { body: { bucket, folder: key } }))
    if (!outcome.ok) return outcome
    const { data } = outcome
    const before = { deleted, failed }
    deleted += data.deleted
    failed += data.failed.length
    tell()
    if (data.job) {
      const ended = await followJob(data.job, signal, job => {
        deleted = before.deleted + job.done
        failed = before.failed + job.failed
        tell()
      })
      if (!ended.ok) return ended
      if (ended.job.error) return { ok: false, code: ended.job.error } as Failure
      if (ended.job.state === 'cancelled') break
    }
    if (failed === before.failed) gone.add(key)
    tell()
  }
  return null
}

/** ms between looks */
const pause = 500

/** Waits for the end of a job, which it cancels when `signal` aborts. */
async function followJob(
  begun: Job,
  signal: AbortSignal,
  onProgress: (job: Job) => void,
): Promise<{ ok: true; job: Job } | Failure> {
  const params = { path: { id: begun.id } }
  let job = begun
  let cancelled = false
  while (job.ended_at === null) {
    if (!signal.aborted || cancelled) await new Promise(resolve => setTimeout(resolve, pause))
    const asked: Promise<ApiResult<Job>> =
      signal.aborted && !cancelled
        ? result(api.POST('/jobs/{id}/cancel', { params }))
        : result(api.GET('/jobs/{id}', { params }))
    cancelled = signal.aborted
    const outcome = await asked
    if (!outcome.ok) return outcome
    job = outcome.data
    onProgress(job)
  }
  return { ok: true, job }
}
