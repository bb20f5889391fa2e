import type { Confirmation } from '../../machines/confirm-identity/types.ts'
import { api } from '../api/client.ts'
import { expected } from '../api/expected.ts'
import { result } from '../api/result.ts'

/** Deletes a bucket, against `pin`: the pin, or the six digits of the authenticator app. The user has ticked the box. */
export async function deleteBucket(bucket: string, pin: string): Promise<Confirmation['output']> {
  const outcome = await result(api.DELETE('/bucket', { body: { bucket, pin, confirm: true } }))
  if (outcome.ok) return { ok: true }
  return expected(outcome, [
    'PIN_INCORRECT',
    'PIN_BLOCKED',
    'PIN_REQUIRED',
    'BUCKET_NOT_EMPTY',
    'BUCKET_NOT_FOUND',
    'PERMISSION_DENIED',
    'ACCESS_DENIED',
    'STORAGE_UNAVAILABLE',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ])
}
