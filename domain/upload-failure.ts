/** When an upload that failed is tried again: `by itself`, as the same request may succeed later, `on request` or `never`. */
const retried = {
  NETWORK: 'by itself',
  OFFLINE: 'by itself',
  STORAGE_UNAVAILABLE: 'by itself',
  TOO_MANY_REQUESTS: 'by itself',
  UNKNOWN_ERROR: 'by itself',
  RETRYING: 'by itself',
  ACCESS_DENIED: 'on request',
  ANOTHER_FILE: 'on request',
  BUCKET_NOT_FOUND: 'on request',
  INTERRUPTED: 'on request',
  INVALID_PARTS: 'on request',
  NOT_ENOUGH_STORAGE: 'on request',
  UPLOAD_NOT_FOUND: 'on request',
  URL_REFUSED: 'on request',
  FILE_CHANGED: 'never',
  FILE_TOO_LARGE: 'never',
  KEY_NOT_UNICODE: 'never',
  KEY_TOO_LONG: 'never',
  UNREADABLE: 'never',
} as const

/** Why an upload waits, pauses or failed. */
export type UploadFailure = keyof typeof retried

export function passesByItself(failure: UploadFailure): boolean {
  return retried[failure] === 'by itself'
}

export function isWorthRetrying(failure: UploadFailure): boolean {
  return retried[failure] !== 'never'
}
