import type { BucketPolicy } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { type ApiResult, result } from '../../../api/result.ts'
import type { Calls } from '../setting/flow.ts'

/** The editor's value and the data it depends on. `allowLockout`: its author accepts to be locked out. */
export type PolicyValue = Omit<BucketPolicy, 'revision'> & { allowLockout: boolean }

export function policyCalls(bucket: string): Calls<PolicyValue> {
  return {
    path: '/bucket/policy',
    async read(signal) {
      const query = { params: { query: { bucket } }, ...(signal && { signal }) }
      const outcome = await result(api.GET('/bucket/policy', query))
      if (!outcome.ok) return outcome
      const { revision, ...value } = outcome.data
      return { ok: true, data: { revision, value: { ...value, allowLockout: false } } }
    },
    write({ policy, allowLockout }, revision): Promise<ApiResult<unknown>> {
      if (policy === null) return result(api.DELETE('/bucket/policy', { body: { bucket, revision } }))
      const body = { bucket, policy, revision, allow_lockout: allowLockout }
      return result(api.PUT('/bucket/policy', { body }))
    },
  }
}
