import type { LifecycleRule, LifecycleRuleDays } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { dataOf, result } from '../../../api/result.ts'
import type { Calls } from '../setting/flow.ts'

export function lifecycleCalls(bucket: string): Calls<LifecycleRule[]> {
  return {
    path: '/bucket/lifecycle',
    async read(signal) {
      const params = { query: { bucket } }
      const outcome = await result(api.GET('/bucket/lifecycle', { params, ...(signal && { signal }) }))
      if (!outcome.ok) return outcome
      const { rules, revision } = outcome.data
      return { ok: true, data: { value: rules, revision } }
    },
    write: async (rules, revision) =>
      rules.length === 0
        ? result(api.DELETE('/bucket/lifecycle', { body: { bucket, revision } }))
        : result(api.PUT('/bucket/lifecycle', { body: { bucket, rules, revision } })),
  }
}

export function previewOf(bucket: string, rule: LifecycleRuleDays, signal: AbortSignal) {
  return dataOf(api.POST('/bucket/lifecycle/preview', { body: { bucket, rule }, signal }))
}
