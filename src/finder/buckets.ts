import type { Failure } from '../../machines/failure.ts'
import type { Bucket } from '../../openapi/schema.ts'
import { read } from '../api/query.ts'
import { ApiError } from '../api/result.ts'
import { queryClient } from '../session/query-client.ts'

/** Ms that a list which is read whole is searched again without being asked for. */
export const fresh = 30_000

/** The account's buckets, as the list of buckets has read them. */
export async function readBuckets(): Promise<{ ok: true; buckets: readonly Bucket[] } | Failure> {
  try {
    const { buckets } = await queryClient.fetchQuery({ ...read('/bucket'), staleTime: fresh })
    return { ok: true, buckets }
  } catch (error) {
    if (error instanceof ApiError) return error.failure
    throw error
  }
}
