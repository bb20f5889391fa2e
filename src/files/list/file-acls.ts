import type { Acl } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'

/** `unknown`: the storage does not report it for this file. `none`: the storage has no ACLs. */
export type KnownAcl = Acl | 'unknown' | 'none'

/** Keys per request: the limit of `readObjectAcls`. */
const batchSize = 100

const pending = new Map<string, Map<string, PromiseWithResolvers<KnownAcl>>>()

/** Loads the ACL of a file. Calls of the same tick are batched. */
export function loadAcl(bucket: string, key: string): Promise<KnownAcl> {
  const ofBucket = pending.get(bucket) ?? new Map<string, PromiseWithResolvers<KnownAcl>>()
  if (ofBucket.size === 0) setTimeout(() => sendBatch(bucket))
  pending.set(bucket, ofBucket)
  const found = ofBucket.get(key) ?? Promise.withResolvers<KnownAcl>()
  ofBucket.set(key, found)
  if (ofBucket.size === batchSize) sendBatch(bucket)
  return found.promise
}

function sendBatch(bucket: string): void {
  const batch = pending.get(bucket)
  if (!batch || batch.size === 0) return
  pending.delete(bucket)
  dataOf(api.POST('/objects/acl/many', { body: { bucket, keys: [...batch.keys()] } })).then(
    ({ acls }) => {
      const known = new Map(acls?.map(({ key, acl }) => [key, acl]))
      for (const [key, { resolve }] of batch) resolve(acls === null ? 'none' : (known.get(key) ?? 'unknown'))
    },
    (error: unknown) => {
      for (const { reject } of batch.values()) reject(error)
    },
  )
}
