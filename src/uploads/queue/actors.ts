import { nameOf } from '../../../domain/object-key.ts'
import { willPass } from '../../../machines/upload/retry.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  StartUpload,
  UploadFailureCode,
  UploadFile,
} from '../../../machines/upload/types.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { handleOf } from '../picking/file-handles.ts'
import { callFailure } from '../transfer/call-failure.ts'
import { dropRecord, keepRecord, markCancelled, markCompleting } from './upload-records.ts'

/** Begins a multipart upload, and keeps what another visit needs to go on with it. */
export async function startUpload(input: StartUpload['input'], user: string): Promise<StartUpload['output']> {
  const { bucket, key, file, replaces } = input
  if (replaces !== null) {
    const given = await abortUpload({ bucket, key, uploadId: replaces })
    if (!given.ok) return given
  }
  const outcome = await result(
    api.POST('/objects/start-upload', {
      body: { bucket, key, size: file.size, ...contentType(file) },
    }),
  )
  if (!outcome.ok) return callFailure(outcome, ['NOT_ENOUGH_STORAGE', 'FILE_TOO_LARGE'])
  const { upload_id: uploadId, part_size: partSize } = outcome.data
  const { name, size, lastModified, type } = file
  await keepRecord({
    ...{ uploadId, user, bucket, key, name, size, lastModified, type, partSize },
    handle: handleOf(file),
    cancelled: false,
  })
  return { ok: true, multipart: { uploadId, partSize } }
}

/** The contract takes printable ASCII. */
function contentType({ type }: UploadFile): { content_type?: string } {
  return /^[\x20-\x7e]{1,255}$/.test(type) ? { content_type: type } : {}
}

export async function listParts(input: ListParts['input']): Promise<ListParts['output']> {
  const { bucket, key, uploadId } = input
  const outcome = await result(
    api.GET('/objects/upload-parts', { params: { query: { bucket, key, upload_id: uploadId } } }),
  )
  if (!outcome.ok) return callFailure(outcome, ['UPLOAD_NOT_FOUND'])
  const parts = outcome.data.parts.map(({ part_number: number, etag, size }) => ({ number, etag, size }))
  return { ok: true, parts }
}

export async function completeUpload(input: CompleteUpload['input']): Promise<CompleteUpload['output']> {
  const { bucket, key, uploadId } = input
  const parts = input.parts
    .map(({ number, etag }) => ({ part_number: number, etag }))
    .sort((a, b) => a.part_number - b.part_number)
  await markCompleting(uploadId, true)
  const outcome = await result(
    api.POST('/objects/complete-upload', { body: { bucket, key, upload_id: uploadId, parts } }),
  )
  const failure = outcome.ok
    ? null
    : callFailure(outcome, ['NOT_ENOUGH_STORAGE', 'UPLOAD_NOT_FOUND', 'INVALID_PARTS'])
  const lost = input.again && failure?.code === 'UPLOAD_NOT_FOUND'
  if (failure && !(lost && (await isComplete({ ...input, parts: parts.length })))) {
    if (!mayHaveSucceeded(failure.code)) await markCompleting(uploadId, false)
    return failure
  }
  await dropRecord(uploadId)
  return { ok: true }
}

/** Whether the upload may be complete, this answer or an earlier one having been lost. */
function mayHaveSucceeded(code: UploadFailureCode): boolean {
  return willPass(code) || code === 'UPLOAD_NOT_FOUND'
}

type MadeOfParts = Pick<CompleteUpload['input'], 'bucket' | 'key' | 'file'> & { parts: number }

/** Whether the object is there as so many parts make it: S3 ends a multipart ETag with their number. */
export async function isComplete({ bucket, key, file, parts }: MadeOfParts): Promise<boolean> {
  const name = nameOf(key)
  const prefix = key.slice(0, key.length - name.length)
  const outcome = await result(
    api.GET('/objects/paginate', { params: { query: { bucket, prefix, search: name, page_size: 1000 } } }),
  )
  if (!outcome.ok) return false
  const object = outcome.data.items.find(item => item.key === key)
  return object?.size === file.size && (object.etag ?? '').replaceAll('"', '').endsWith(`-${parts}`)
}

export async function abortUpload(input: AbortUpload['input']): Promise<AbortUpload['output']> {
  const { bucket, key, uploadId } = input
  await markCancelled(uploadId)
  const outcome = await result(
    api.POST('/objects/abort-upload', { body: { bucket, key, upload_id: uploadId } }),
  )
  if (!outcome.ok) return callFailure(outcome)
  await dropRecord(uploadId)
  return { ok: true }
}

/** Calls `listener` when the browser has a network; at once where it has one. Returns how to stop that. */
export function onOnline(listener: () => void): () => void {
  if (navigator.onLine) listener()
  const stop = new AbortController()
  addEventListener('online', listener, { signal: stop.signal })
  return () => stop.abort()
}
