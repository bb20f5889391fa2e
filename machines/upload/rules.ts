import { basePartSize } from '../../domain/limits.ts'
import { planParts } from '../../domain/parts.ts'
import type { Multipart, SentPart, UploadContext, UploadEnd, UploadFailureCode, UploadFile } from './types.ts'

/** Attempts in a row before an upload pauses, or fails where waiting does not help. */
export const attemptLimit = 5
/** Refused addresses in a row after which a refusal means "no permission", not "expired". */
export const refusalLimit = 2

const firstBackoffMs = 1000
const longestBackoffMs = 30_000

/**
 * Milliseconds to wait after failed attempt number `attempt` (from 1): doubling from 1 s to 30 s, of which the
 * upper half is random (`random` in 0 ≤ x < 1), so that many uploads do not come back in one moment.
 */
export function backoff(attempt: number, random: number): number {
  const full = Math.min(firstBackoffMs * 2 ** Math.max(attempt - 1, 0), longestBackoffMs)
  return Math.round(full / 2 + (full / 2) * random)
}

/** Whether the failure is one of the moment: the same request may go through later. */
export function willPass(code: UploadFailureCode | null): boolean {
  return (
    code === 'NETWORK' ||
    code === 'OFFLINE' ||
    code === 'STORAGE_UNAVAILABLE' ||
    code === 'TOO_MANY_REQUESTS' ||
    code === 'UNKNOWN_ERROR'
  )
}

/** Whether the engine no longer holds, or no longer takes, the parts sent so far. */
export function partsAreLost(code: UploadFailureCode | null): boolean {
  return code === 'UPLOAD_NOT_FOUND' || code === 'INVALID_PARTS'
}

/** Of the `listed` parts those that fit the file's plan, by number. A part of another size is sent again. */
export function heldParts(
  file: UploadFile,
  multipart: Multipart | null,
  listed: readonly SentPart[],
): SentPart[] {
  if (!multipart) return []
  const sizes = new Map(
    planParts(file.size, multipart.partSize).map(part => [part.number, part.end - part.start]),
  )
  return listed.filter(part => sizes.get(part.number) === part.size).sort((a, b) => a.number - b.number)
}

/** Bytes in `parts`. */
export function bytesOf(parts: readonly SentPart[]): number {
  return parts.reduce((sum, part) => sum + part.size, 0)
}

/** Whether the file is sent whole in one PUT; a larger one is a multipart upload. */
export function fitsOneRequest(file: UploadFile): boolean {
  return file.size <= basePartSize
}

/** Whether nothing is left to send of a multipart upload. */
export function everyPartIsHeld({ file, multipart, parts }: UploadContext): boolean {
  return multipart !== null && parts?.length === Math.ceil(file.size / multipart.partSize)
}

/** Where the upload belongs. */
export function addressOf({ bucket, key }: UploadContext): { bucket: string; key: string } {
  return { bucket, key }
}

/** The id of the open multipart upload; throws where none is open. */
export function uploadIdOf({ multipart }: UploadContext): string {
  if (!multipart) throw new Error('No multipart upload is open')
  return multipart.uploadId
}

/** What the queue is told at the end. An address that stays refused is a missing permission. */
export function endOf(context: UploadContext, status: UploadEnd['status']): UploadEnd {
  const reason = context.failure === 'URL_REFUSED' ? 'ACCESS_DENIED' : context.failure
  return {
    id: context.id,
    status,
    reason: status === 'failed' ? reason : null,
    multipart: status === 'failed' ? context.multipart : null,
  }
}
