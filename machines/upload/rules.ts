import { basePartSize } from '../../domain/limits.ts'
import { missingRanges } from './parts.ts'
import { isWorthRetrying, needsFileAgain } from './retry.ts'
import type { UploadContext, UploadEnd, UploadFailureCode, UploadFile } from './types.ts'

/** The longest time, in ms, that a pause waits for the requests in flight. */
export const finishLimitMs = 10_000

/** Whether the parts sent so far are gone or no longer accepted. */
export function partsAreLost(code: UploadFailureCode | null): boolean {
  return code === 'UPLOAD_NOT_FOUND' || code === 'INVALID_PARTS'
}

/** Whether one PUT suffices; a larger file is a multipart upload. */
export function fitsOneRequest(file: UploadFile): boolean {
  return file.size <= basePartSize
}

export function everyPartIsHeld({ file, multipart, parts }: UploadContext): boolean {
  return multipart !== null && missingRanges(file.size, multipart.partSize, parts).length === 0
}

export function addressOf({ bucket, key }: UploadContext): { bucket: string; key: string } {
  return { bucket, key }
}

/** @throws if no multipart upload is open */
export function uploadIdOf({ multipart }: UploadContext): string {
  if (!multipart) throw new Error('No multipart upload is open')
  return multipart.uploadId
}

/** The final report. A URL that stays refused is a missing permission. */
export function endOf(
  { id, failure, multipart }: UploadContext,
  as: 'completed' | 'cancelled' | 'failed',
): UploadEnd {
  if (as !== 'failed') return { id, state: as, reason: null, multipart: null }
  const reason = failure === 'URL_REFUSED' ? 'ACCESS_DENIED' : failure
  const state = needsFileAgain(reason) ? 'interrupted' : isWorthRetrying(reason) ? 'failed' : 'refused'
  return { id, state, reason, multipart }
}

/** Whether the file is as it was, by its size and time. */
export function isUnchanged(known: UploadFile, file: UploadFile): boolean {
  return known.size === file.size && known.lastModified === file.lastModified
}
