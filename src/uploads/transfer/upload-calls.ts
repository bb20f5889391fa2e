import { nameOf } from '../../../domain/object-key.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  StartUpload,
  UploadFile,
} from '../../../machines/upload/types.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { contentTypeOf } from './content-type.ts'
import { stepFailure } from './storage-answer.ts'

export async function startUpload(input: StartUpload['input']): Promise<StartUpload['output']> {
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
  const parts = outcome.data.parts.map(part => ({
    number: part.part_number,
    ...{ etag: part.etag, size: part.size, checked: part.crc32 !== null },
  }))
  return { ok: true, parts }
}

export async function completeUpload(input: CompleteUpload['input']): Promise<CompleteUpload['output']> {
  const { bucket, key, uploadId } = input
  const parts = input.parts
    .map(({ number, etag }) => ({ part_number: number, etag }))
    .sort((a, b) => a.part_number - b.part_number)
  const outcome = await result(
    api.POST('/objects/complete-upload', { body: { bucket, key, upload_id: uploadId, parts } }),
  )
  const failure = outcome.ok ? null : stepFailure(outcome.code)
  const lost = input.again && failure?.code === 'UPLOAD_NOT_FOUND'
  if (failure && !(lost && (await isComplete({ ...input, parts: parts.length })))) return failure
  return { ok: true }
}

type ExpectedObject = Pick<CompleteUpload['input'], 'bucket' | 'key' | 'file'> & { parts: number }

/** Whether the object exists with this size and number of parts, with which S3 ends a multipart ETag. */
async function isComplete({ file, parts, ...place }: ExpectedObject): Promise<boolean> {
  const object = await objectAt(place)
  return object?.size === file.size && (object.etag ?? '').replaceAll('"', '').endsWith(`-${parts}`)
}

/** The object as listed; undefined if it does not exist, or may not be listed. */
export async function objectAt({
  bucket,
  key,
}: {
  bucket: string
  key: string
}): Promise<ObjectItem | undefined> {
  const name = nameOf(key)
  const prefix = key.slice(0, key.length - name.length)
  const outcome = await result(
    api.GET('/objects/paginate', { params: { query: { bucket, prefix, search: name, page_size: 1000 } } }),
  )
  return outcome.ok ? outcome.data.items.find(item => item.key === key) : undefined
}

export async function abortUpload(input: AbortUpload['input']): Promise<AbortUpload['output']> {
  const { bucket, key, uploadId } = input
  const outcome = await result(
    api.POST('/objects/abort-upload', { body: { bucket, key, upload_id: uploadId } }),
  )
  return outcome.ok ? { ok: true } : stepFailure(outcome.code)
}

/** Calls `listener` when the browser is online, at once if it is. Returns the function that unsubscribes. */
export function onOnline(listener: () => void): () => void {
  if (navigator.onLine) listener()
  const controller = new AbortController()
  addEventListener('online', listener, { signal: controller.signal })
  return () => controller.abort()
}
