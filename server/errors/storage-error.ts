import type { ErrorCode } from '../../openapi/schema.ts'
import { Problem } from './problem.ts'

/** Codes of node:net and node:dns for a peer that cannot be reached, or has disconnected. */
export const networkErrors: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** S3's error codes (S3 API reference, "Error responses"; and RGW's own) in the catalogue's terms. */
const codes: Record<string, ErrorCode> = {
  NoSuchBucket: 'BUCKET_NOT_FOUND',
  NoSuchKey: 'OBJECT_NOT_FOUND',
  NoSuchVersion: 'OBJECT_NOT_FOUND',
  NoSuchUpload: 'UPLOAD_NOT_FOUND',
  BucketAlreadyExists: 'BUCKET_EXISTS',
  BucketAlreadyOwnedByYou: 'BUCKET_EXISTS',
  BucketNotEmpty: 'BUCKET_NOT_EMPTY',
  AccessDenied: 'ACCESS_DENIED',
  MalformedPolicy: 'INVALID_POLICY',
  PreconditionFailed: 'OBJECT_CHANGED',
  ConditionalRequestConflict: 'OBJECT_CHANGED',
  AccessControlListNotSupported: 'PUBLIC_ACCESS_BLOCKED',
  MetadataTooLarge: 'INVALID_REQUEST',
  QuotaExceeded: 'NOT_ENOUGH_STORAGE',
  InsufficientStorage: 'NOT_ENOUGH_STORAGE',
  TooManyUploads: 'NOT_ENOUGH_STORAGE',
  InsufficientCapacity: 'NOT_ENOUGH_STORAGE',
  InvalidPart: 'INVALID_PARTS',
  InvalidPartOrder: 'INVALID_PARTS',
  EntityTooSmall: 'INVALID_PARTS',
  EntityTooLarge: 'FILE_TOO_LARGE',
  BadDigest: 'FILE_DAMAGED',
  KeyTooLongError: 'INVALID_REQUEST',
  InvalidBucketName: 'INVALID_REQUEST',
  InvalidArgument: 'INVALID_REQUEST',
  InvalidTag: 'INVALID_REQUEST',
  MalformedXML: 'INVALID_REQUEST',
  InvalidRequest: 'INVALID_REQUEST',
  InvalidRetentionPeriod: 'INVALID_REQUEST',
  InvalidBucketState: 'LOCK_KEEPS_VERSIONS',
  NotImplemented: 'NOT_SUPPORTED',
  SlowDown: 'TOO_MANY_REQUESTS',
  TooManyRequests: 'TOO_MANY_REQUESTS',
  TooManyBuckets: 'LIMIT_REACHED',
  ServiceUnavailable: 'STORAGE_UNAVAILABLE',
  RequestTimeout: 'STORAGE_UNAVAILABLE',
  TimeoutError: 'STORAGE_UNAVAILABLE',
}

const statuses: Record<number, ErrorCode> = {
  403: 'ACCESS_DENIED',
  404: 'OBJECT_NOT_FOUND',
  429: 'TOO_MANY_REQUESTS',
  502: 'STORAGE_UNAVAILABLE',
  503: 'STORAGE_UNAVAILABLE',
  504: 'STORAGE_UNAVAILABLE',
  507: 'NOT_ENOUGH_STORAGE',
}

/** Failures of the console's own key or clock: no user can fix them, so they stay unknown errors and are logged. */
const ours = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'RequestTimeTooSkewed', 'InvalidToken'])

const connection: ReadonlySet<string> = new Set([
  ...networkErrors,
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
])

type Seen = {
  name?: string
  /** The engine's own errors have S3's code and the HTTP status here. */
  code?: string
  status?: number
  Code?: string
  cause?: unknown
  $metadata?: { httpStatusCode?: number }
}

/** The catalogue's code for one of S3's, as in a DeleteObjects response. */
export function codeOf(s3Code: string | undefined): ErrorCode {
  return codes[s3Code ?? ''] ?? 'UNKNOWN_ERROR'
}

/** The problem for a failed call to the storage. Unknown errors are returned unchanged. */
export function storageProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const seen = error as Seen
  if (ours.has(seen.name ?? '')) return error
  const cause = (seen.cause ?? {}) as Seen
  const named = codes[seen.Code ?? ''] ?? codes[seen.name ?? ''] ?? codes[seen.code ?? '']
  const lost = [seen.code, cause.code].some(code => code !== undefined && connection.has(code))
  const code =
    named ?? (lost ? 'STORAGE_UNAVAILABLE' : statuses[seen.$metadata?.httpStatusCode ?? seen.status ?? 0])
  return code ? new Problem(code, { cause: error }) : error
}

/** Runs calls to the storage, and rethrows their failures as problems of the catalogue. */
export async function storageCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storageProblem(error)
  }
}
