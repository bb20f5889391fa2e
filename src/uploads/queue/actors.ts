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
import { contentTypeOf } from '../transfer/content-type.ts'
import { stepFailure } from '../transfer/storage-answer.ts'
import { deleteRecord, markCancelled, markCompleting, storeRecord } from './upload-records.ts'

/** Starts a multipart upload, and stores what a later visit needs to continue it. */
export async function startUpload(input: StartUpload['input'], user: string): Promise<StartUpload['output']> {
  const { bucket, key, file, replaces } = input
  if (replaces !== null) {
    const aborted = await abortUpload({ bucket, key, uploadId: replaces })
    if (!aborted.ok) return aborted
  }
  const outcome = await result(
    api.POST('/objects/start-upload', {
      body: { bucket, key, size: file.size, ...(await contentType(file)) },
    }),
  )
  if (!outcome.ok) return stepFailure(outcome.code)
  const { upload_id: uploadId, part_size: partSize } = outcome.data
  const { name, size, lastModified, type } = file
  await storeRecord({
    ...{ uploadId, user, bucket, key, name, size, lastModified, type, partSize },
    handle: handleOf(file),
    cancelled: false,
  })
  return { ok: true, multipart: { uploadId, partSize } }
}

/** Omitted unless printable ASCII, as the contract requires. */
async function contentType(file: UploadFile): Promise<{ content_type?: string }> {
  const type = file instanceof File ? await contentTypeOf(file) : file.type
  return /^[\x20-\x7e]{1,255}$/.test(type) ? { content_type: type } : {}
}

export async function listParts(input: ListParts['input']): Promise<ListParts['output']> {
  const { bucket, key, uploadId } = input
  const outcome = await result(
    api.GET('/objects/upload-parts', { params: { query: { bucket, key, upload_id: uploadId } } }),
  )
  if (!outcome.ok) return stepFailure(outcome.code)
  const parts = outcome.data.parts.map(({ part_number: number, etag, size }) => ({ number, etag, size }))
  return { ok: true, parts }
}

export async function completeUpload(input: CompleteUpload['input']): Promise<CompleteUpload['output']> {
  const { bucket, key, uploadId } = input
  const parts = input.parts
    .map(({ number, etag }) => ({ part_number: number, etag }))
    .sort((a, b) => a.part_number - b.part_number)
  await markCompleting(uploadId, parts.length)
  const outcome = await result(
    api.POST('/objects/complete-upload', { body: { bucket, key, upload_id: uploadId, parts } }),
  )
  const failure = outcome.ok ? null : stepFailure(outcome.code)
  const lost = input.again && failure?.code === 'UPLOAD_NOT_FOUND'
  if (failure && !(lost && (await isComplete({ ...input, parts: parts.length })))) {
    if (!mayHaveSucceeded(failure.code)) await markCompleting(uploadId, null)
    return failure
  }
  await deleteRecord(uploadId)
  return { ok: true }
}

/** Whether the upload may be complete although a response, this or an earlier one, was lost. */
function mayHaveSucceeded(code: UploadFailureCode): boolean {
  return willPass(code) || code === 'UPLOAD_NOT_FOUND'
}

type ExpectedObject = Pick<CompleteUpload['input'], 'bucket' | 'key' | 'file'> & { parts: number }

/** Whether the object exists with this size and number of parts, with which S3 ends a multipart ETag. */
export async function isComplete({ bucket, key, file, parts }: ExpectedObject): Promise<boolean> {
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
  if (!outcome.ok) return stepFailure(outcome.code)
  await deleteRecord(uploadId)
  return { ok: true }
}

/** Calls `listener` when the browser is online, at once if it is. Returns the function that unsubscribes. */
export function onOnline(listener: () => void): () => void {
  if (navigator.onLine) listener()
  const controller = new AbortController()
  addEventListener('online', listener, { signal: controller.signal })
  return () => controller.abort()
}
