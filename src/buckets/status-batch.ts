import type { BucketStatus } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

/** Buckets per request: the limit of `getBucketStatus`. */
const most = 50

let waiting = new Map<string, PromiseWithResolvers<BucketStatus>>()

/** The status of a bucket: calls of the same tick share requests. */
export function statusOf(bucket: string): Promise<BucketStatus> {
  if (waiting.size === 0) setTimeout(ask)
  const found = waiting.get(bucket) ?? Promise.withResolvers<BucketStatus>()
  waiting.set(bucket, found)
  if (waiting.size === most) ask()
  return found.promise
}

function ask(): void {
  if (waiting.size === 0) return
  const asked = waiting
  waiting = new Map()
  dataOf(api.GET('/bucket/status', { params: { query: { bucket: [...asked.keys()] } } })).then(
    ({ buckets }) => {
      for (const status of buckets) asked.get(status.bucket)?.resolve(status)
    },
    (error: unknown) => {
      for (const { reject } of asked.values()) reject(error)
    },
  )
}
