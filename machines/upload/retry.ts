import type { UploadReason } from './types.ts'

/** Why an upload waits, pauses or failed; includes the reasons of a row that never started. */
type UploadFailure =
  | UploadReason
  | 'ANOTHER_FILE'
  | 'INTERRUPTED'
  | 'KEY_NOT_UNICODE'
  | 'KEY_TOO_LONG'
  | 'UNREADABLE'

/**
 * When a failed upload is retried: `until it passes`, paused between attempts after the first few; automatically
 * `a few times`; `never`; every other failure on request.
 */
const retried: { [Code in UploadFailure]?: 'until it passes' | 'a few times' | 'never' } = {
  NETWORK: 'until it passes',
  OFFLINE: 'until it passes',
  STORAGE_UNAVAILABLE: 'until it passes',
  DATABASE_UNAVAILABLE: 'until it passes',
  STOPPING: 'until it passes',
  TOO_MANY_REQUESTS: 'until it passes',
  RETRYING: 'until it passes',
  UNKNOWN_ERROR: 'a few times',
  FILE_CHANGED: 'never',
  FILE_TOO_LARGE: 'never',
  KEY_NOT_UNICODE: 'never',
  KEY_TOO_LONG: 'never',
  UNREADABLE: 'never',
}

/** Attempts in a row before an upload pauses, or fails if waiting does not help. */
export const attemptLimit = 5
/** Refused URLs in a row after which a 403 means "no permission", not "expired". */
export const refusalLimit = 2

const firstBackoffMs = 1000
const longestBackoffMs = 30_000

/**
 * Ms to wait after failed attempt number `attempt` (from 1): doubling from 1 s to 30 s, the upper half random
 * (0 ≤ `random` < 1), so that uploads do not all retry at once.
 */
export function backoff(attempt: number, random: number): number {
  const full = Math.min(firstBackoffMs * 2 ** Math.max(attempt - 1, 0), longestBackoffMs)
  return Math.round(full / 2 + (full / 2) * random)
}

/** Whether the same request may succeed later. */
export function willPass(failure: UploadFailure | null): boolean {
  return failure !== null && (retried[failure] === 'a few times' || outlastsAttempts(failure))
}

/** What an upload is paused with until a failure passes. */
export const pauseReason = 'STORAGE_UNAVAILABLE'

/** Whether the upload pauses, instead of failing, after its attempts. */
export function outlastsAttempts(failure: UploadFailure | null): boolean {
  return failure !== null && retried[failure] === 'until it passes'
}

/** Whether the file must be chosen, or its reading allowed, again. */
export function needsFileAgain(failure: UploadFailure | null): boolean {
  return failure === 'FILE_GONE' || failure === 'PERMISSION_NEEDED'
}

export function isWorthRetrying(failure: UploadFailure | null): boolean {
  return failure === null || retried[failure] !== 'never'
}
