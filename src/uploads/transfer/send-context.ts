import type { ApiResult } from '../../api/result.ts'
import type { Pace } from './pace.ts'
import { type PutResult, putRequest } from './put-request.ts'
import type { SmallFile } from './put-urls.ts'
import type { RequestPool } from './request-pool.ts'

type Signed = { urls: string[]; expires_at: number }

/** What the uploads of a page share. */
export type SendContext = {
  pool: RequestPool
  pace: Pace
  /** Maximum requests of one file at once. */
  concurrency: number
  takePutUrl: (bucket: string, file: SmallFile) => Promise<ApiResult<string>>
  signParts: (
    upload: { bucket: string; key: string; uploadId: string },
    partNumbers: number[],
  ) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
  /** Ms without progress after which a request counts as hung. */
  idleMs: number
}

/** Progress is reported at most this often, in ms. */
export const progressInterval = 100

/** One PUT; its time is recorded in `pace`. */
export async function timedPut(
  { pace, idleMs }: SendContext,
  url: string,
  body: Blob,
  long: boolean,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<PutResult> {
  const startedAt = performance.now()
  const sent = await putRequest(url, body, { signal, idleMs, onProgress })
  if (sent.ok) pace.record(body.size, long, performance.now() - startedAt)
  else pace.recordFailure()
  return sent
}

/** Drops calls less than `ms` after the last one. */
export function throttle<Args extends unknown[]>(ms: number, call: (...args: Args) => void) {
  let last = Number.NEGATIVE_INFINITY
  return (...args: Args) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    call(...args)
  }
}
