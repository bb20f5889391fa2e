import { basePartSize } from '../../domain/limits.ts'
import { planParts } from '../../domain/parts.ts'
import type { Multipart, SentPart, UploadContext, UploadEnd, UploadFailureCode, UploadFile } from './types.ts'

/** Whether the parts sent so far are gone or no longer accepted. */
export function partsAreLost(code: UploadFailureCode | null): boolean {
  return code === 'UPLOAD_NOT_FOUND' || code === 'INVALID_PARTS'
}

/** The `listed` parts that fit the file's plan, by number. A part of another size is sent again. */
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

/** `parts` with `part`, by number; it replaces one with its number. */
export function withPart(parts: readonly SentPart[], part: SentPart): SentPart[] {
  return [...parts.filter(({ number }) => number !== part.number), part].sort((a, b) => a.number - b.number)
}

export function bytesOf(parts: readonly SentPart[]): number {
  return parts.reduce((sum, part) => sum + part.size, 0)
}

/** Whether one PUT suffices; a larger file is a multipart upload. */
export function fitsOneRequest(file: UploadFile): boolean {
  return file.size <= basePartSize
}

export function everyPartIsHeld({ file, multipart, parts }: UploadContext): boolean {
  return multipart !== null && parts !== null && bytesOf(parts) === file.size
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
export function endOf(context: UploadContext, status: UploadEnd['status']): UploadEnd {
  const reason = context.failure === 'URL_REFUSED' ? 'ACCESS_DENIED' : context.failure
  return {
    id: context.id,
    status,
    reason: status === 'failed' ? reason : null,
    multipart: status === 'failed' ? context.multipart : null,
  }
}
