import { uploadConcurrency } from '../../../domain/limits.ts'
import type { SendFile } from '../../../machines/upload/types.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import { Comparison, type ComputeDigest } from '../compare/comparison.ts'
import { DigestThread } from '../compare/digest-thread.ts'
import { Batches } from './batches.ts'
import { Connections } from './connections.ts'
import { Pace } from './pace.ts'
import { RequestPool } from './request-pool.ts'
import { PutUrls, type Signed, type SmallFile } from './signed-urls.ts'
import { type SpeedMeter, uploadSpeed } from './speed-meter.ts'

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

type Options = {
  /** The next small files in the queue for a bucket. */
  upcoming: (bucket: string) => Iterable<SmallFile>
  /** A file was stored although its upload had been left before the answer came. */
  onStoredLate: (input: SendFile['input']) => void
}

/** What the contract defines of a batch's body. */
const octets = 'application/octet-stream'

const now = () => Math.floor(Date.now() / 1000)

export function createSendContext({ upcoming, onStoredLate }: Options): SendContext {
  const connections = new Connections()
  const pace = new Pace()
  const digests = new DigestThread()
  const digest: ComputeDigest = (blob, name, signal) => digests.digest(blob, name, signal)
  const putUrls = new PutUrls({
    async sign(bucket, files) {
      const outcome = await result(api.POST('/objects/get-put-urls', { body: { bucket, files } }))
      if (outcome.ok) connections.observe(outcome.data.urls[0])
      return outcome
    },
    *upcoming(bucket) {
      for (const file of upcoming(bucket)) if (!batches.takes(file)) yield file
    },
    now,
  })
  const pool = new RequestPool({
    limits: () => connections.limits(pace.longAtOnce),
    share: (long, signal) => connections.share(long, signal),
  })
  const batches = new Batches({
    ...{ pool, pace, speed: uploadSpeed, now: () => performance.now() },
    async post(bucket, body, signal) {
      const { data, response } = await api.POST('/objects/put-batch', {
        params: { query: { bucket } },
        // The contract's bytes are a string to TypeScript.
        ...{ body: '', bodySerializer: () => body, headers: { 'content-type': octets }, signal },
      })
      return data ? { ok: true, files: data.files } : { ok: false, status: response.status }
    },
    onStoredLate,
  })
  return {
    ...{ pool, batches, pace, speed: uploadSpeed, digest, comparison: new Comparison(digest) },
    concurrency: uploadConcurrency,
    takePutUrl: (bucket, file) => putUrls.take(bucket, file),
    async signParts({ bucket, key, uploadId }, numbers) {
      const body = { bucket, key, upload_id: uploadId, part_numbers: numbers }
      const outcome = await result(api.POST('/objects/get-upload-url', { body }))
      if (outcome.ok) connections.observe(outcome.data.urls[0])
      return outcome
    },
    now,
  }
}
