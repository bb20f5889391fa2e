import type { SendFailureCode, StepFailure } from '../../../machines/upload/types.ts'

/** The failure of a step; `OFFLINE` instead of `NETWORK` if the browser has no network. */
export function stepFailure<Code extends SendFailureCode>(code: Code): StepFailure<Code | 'OFFLINE'> {
  const offline = code === 'NETWORK' && !navigator.onLine
  return { ok: false, code: offline ? 'OFFLINE' : code } as StepFailure<Code | 'OFFLINE'>
}

/** Error codes of S3 (API reference, "Error responses") and of Ceph RGW that a PUT can get. */
const codes: Record<string, SendFailureCode> = {
  NoSuchUpload: 'UPLOAD_NOT_FOUND',
  NoSuchBucket: 'BUCKET_NOT_FOUND',
  QuotaExceeded: 'NOT_ENOUGH_STORAGE',
  XMinioStorageFull: 'NOT_ENOUGH_STORAGE',
  EntityTooLarge: 'FILE_TOO_LARGE',
  SlowDown: 'TOO_MANY_REQUESTS',
  AllAccessDisabled: 'ACCESS_DENIED',
  AccountProblem: 'ACCESS_DENIED',
  ServiceUnavailable: 'STORAGE_UNAVAILABLE',
  InternalError: 'STORAGE_UNAVAILABLE',
  RequestTimeout: 'NETWORK',
  RequestTimeTooSkewed: 'URL_REFUSED',
  IncompleteBody: 'NETWORK',
  BadDigest: 'NETWORK',
}

/** The failure for a response to a PUT: by the code in its `body` (XML), else by its HTTP `status`. */
export function failureOf(status: number, body: string): SendFailureCode {
  const code = /<Code>([^<]+)<\/Code>/.exec(body)?.[1]
  const known = code === undefined ? undefined : codes[code]
  if (known) return known
  if (status === 403 || status === 401) return 'URL_REFUSED'
  if (status === 413) return 'FILE_TOO_LARGE'
  if (status === 507) return 'NOT_ENOUGH_STORAGE'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  if (status >= 500) return 'STORAGE_UNAVAILABLE'
  return 'UNKNOWN_ERROR'
}
