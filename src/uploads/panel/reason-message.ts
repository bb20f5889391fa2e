import type { RowReason } from '../../../machines/upload-queue/types.ts'
import type { MessageId } from '../../i18n/messages.ts'

/** Reasons with their own sentence for uploads; the others use the general one. */
const worded = [
  'RETRYING',
  'OFFLINE',
  'STORAGE_UNAVAILABLE',
  'INTERRUPTED',
  'ANOTHER_FILE',
  'UNREADABLE',
  'KEY_TOO_LONG',
  'KEY_NOT_UNICODE',
  'FILE_TOO_LARGE',
  'FILE_CHANGED',
  'FILE_GONE',
  'PERMISSION_NEEDED',
  'ACCESS_DENIED',
  'BUCKET_NOT_FOUND',
  'UPLOAD_NOT_FOUND',
  'INVALID_PARTS',
  'URL_REFUSED',
  'TOO_MANY_REQUESTS',
] as const satisfies RowReason[]

export function reasonMessage(reason: RowReason): MessageId {
  const own = worded.find(code => code === reason)
  return own ? `uploads.reason.${own}` : `error.${reason as Exclude<RowReason, (typeof worded)[number]>}`
}
