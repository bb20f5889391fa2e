import type { BucketObjectLock } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import type { Calls } from './flow.ts'

export type ObjectLock = Omit<BucketObjectLock, 'revision'>

export function lockCalls(bucket: string): Calls<ObjectLock> {
  return {
    path: '/bucket/objectlock',
    async read(signal) {
      const params = { query: { bucket } }
      const outcome = await result(api.GET('/bucket/objectlock', { params, ...(signal && { signal }) }))
      if (!outcome.ok) return outcome
      const { revision, ...value } = outcome.data
      return { ok: true, data: { value, revision } }
    },
    write: ({ mode, days }, revision) =>
      result(
        api.PUT('/bucket/objectlock', {
          body: { bucket, retention: mode === null || days === null ? null : { mode, days }, revision },
        }),
      ),
  }
}
