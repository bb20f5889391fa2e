import type { ApiResult } from '../../api/result.ts'
import type { Comparison, ComputeDigest } from '../compare/comparison.ts'
import type { Batches } from './batches.ts'
import type { Pace } from './pace.ts'
import type { SmallFile } from './put-urls.ts'
import type { RequestPool } from './request-pool.ts'
import type { SpeedMeter } from './speed-meter.ts'

type Signed = { urls: string[]; expires_at: number }

/** What the uploads of a page share. */
export type SendContext = {
  pool: RequestPool
  batches: Pick<Batches, 'send'>
  pace: Pace
  speed: SpeedMeter
  digest: ComputeDigest
  comparison: Comparison
  /** Maximum requests of one file at once. */
  concurrency: number
  takePutUrl: (bucket: string, file: SmallFile) => Promise<ApiResult<string>>
  signParts: (
    upload: { bucket: string; key: string; uploadId: string },
    partNumbers: number[],
  ) => Promise<ApiResult<Signed>>
  /** Unix seconds. */
  now: () => number
}
