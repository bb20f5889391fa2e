import type { BucketVersioning } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import type { Calls } from './flow.ts'

export type Versioning = BucketVersioning['versioning']

export function versioningCalls(bucket: string): Calls<Versioning> {
  return {
    path: '/bucket/versioning',
    async read(signal) {
      const params = { query: { bucket } }
      const outcome = await result(api.GET('/bucket/versioning', { params, ...(signal && { signal }) }))
      if (!outcome.ok) return outcome
      const { versioning, revision } = outcome.data
      return { ok: true, data: { value: versioning, revision } }
    },
    write: (versioning, revision) =>
      result(
        api.PUT('/bucket/versioning', {
          body: { bucket, versioning: versioning === 'enabled' ? 'enabled' : 'suspended', revision },
        }),
      ),
  }
}
