import { useQuery } from '@tanstack/react-query'
import type { Stored } from '../../../../machines/bucket-settings/machine.ts'
import type {
  BucketObjectLock,
  BucketPolicy,
  BucketVersioning,
  LifecycleRule,
} from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { type Data, keyOf } from '../../../api/query.ts'
import { ApiError, type ApiResult, result } from '../../../api/result.ts'

type SettingPath = `/bucket/${'cors' | 'lifecycle' | 'objectlock' | 'policy' | 'tags' | 'versioning'}`

/** Reads and writes one setting. `revision`: of the state that the change is based on. */
export type Calls<Value> = {
  /** The path in the contract; also the cache key of the setting. */
  path: SettingPath
  read: (signal?: AbortSignal) => Promise<ApiResult<Stored<Value>>>
  write: (value: Value, revision: string) => Promise<ApiResult<unknown>>
}

/** `toValue`: the editor's value in the answer of the read. */
export function settingCalls<Path extends SettingPath, Value>(
  bucket: string,
  path: Path,
  toValue: (answer: Data<Path>) => Value,
  write: Calls<Value>['write'],
): Calls<Value> {
  return {
    path,
    async read(signal) {
      const params = { query: { bucket } }
      const outcome = await result(api.GET(path as '/bucket/tags', { params, ...(signal && { signal }) }))
      if (!outcome.ok) return outcome
      const value = toValue(outcome.data as unknown as Data<Path>)
      return { ok: true, data: { value, revision: outcome.data.revision } }
    },
    write,
  }
}

/** A stored setting, for its own tab and for others that depend on it. */
export function useStored<Value>(bucket: string, { path, read }: Pick<Calls<Value>, 'path' | 'read'>) {
  return useQuery({
    queryKey: keyOf(path, { query: { bucket } }),
    async queryFn({ signal }) {
      const outcome = await read(signal)
      if (!outcome.ok) throw new ApiError(outcome)
      return outcome.data
    },
    gcTime: 0,
  })
}

export type ObjectLock = Omit<BucketObjectLock, 'revision'>

export const lockCalls = (bucket: string) =>
  settingCalls(
    bucket,
    '/bucket/objectlock',
    ({ revision, ...lock }): ObjectLock => lock,
    ({ mode, days }, revision) => {
      const retention = mode === null || days === null ? null : { mode, days }
      return result(api.PUT('/bucket/objectlock', { body: { bucket, retention, revision } }))
    },
  )

export type Versioning = BucketVersioning['versioning']

export const versioningCalls = (bucket: string) =>
  settingCalls(
    bucket,
    '/bucket/versioning',
    ({ versioning }): Versioning => versioning,
    (value, revision) => {
      const versioning = value === 'enabled' ? 'enabled' : 'suspended'
      return result(api.PUT('/bucket/versioning', { body: { bucket, versioning, revision } }))
    },
  )

export const lifecycleCalls = (bucket: string) =>
  settingCalls(
    bucket,
    '/bucket/lifecycle',
    ({ rules }): LifecycleRule[] => rules,
    async (rules, revision) =>
      rules.length === 0
        ? result(api.DELETE('/bucket/lifecycle', { body: { bucket, revision } }))
        : result(api.PUT('/bucket/lifecycle', { body: { bucket, rules, revision } })),
  )

/** The editor's value and the data it depends on. `allowLockout`: its author accepts to be locked out. */
export type PolicyValue = Omit<BucketPolicy, 'revision'> & { allowLockout: boolean }

export const policyCalls = (bucket: string) =>
  settingCalls(
    bucket,
    '/bucket/policy',
    ({ revision, ...policy }): PolicyValue => ({ ...policy, allowLockout: false }),
    ({ policy, allowLockout }, revision): Promise<ApiResult<unknown>> => {
      if (policy === null) return result(api.DELETE('/bucket/policy', { body: { bucket, revision } }))
      const body = { bucket, policy, revision, allow_lockout: allowLockout }
      return result(api.PUT('/bucket/policy', { body }))
    },
  )
