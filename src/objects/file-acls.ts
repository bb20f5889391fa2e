import type { Acl } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

/** `unknown`: the storage does not tell of this file. `none`: it has no ACLs. */
export type KnownAcl = Acl | 'unknown' | 'none'

/** Keys of one request: the limit of `readObjectAcls`. */
const most = 100

const waiting = new Map<string, Map<string, PromiseWithResolvers<KnownAcl>>>()

/** Who may download a file: all that are asked for in one turn share requests. */
export function aclOf(bucket: string, key: string): Promise<KnownAcl> {
  const ofBucket = waiting.get(bucket) ?? new Map<string, PromiseWithResolvers<KnownAcl>>()
  if (ofBucket.size === 0) setTimeout(() => ask(bucket))
  waiting.set(bucket, ofBucket)
  const found = ofBucket.get(key) ?? Promise.withResolvers<KnownAcl>()
  ofBucket.set(key, found)
  if (ofBucket.size === most) ask(bucket)
  return found.promise
}

function ask(bucket: string): void {
  const asked = waiting.get(bucket)
  if (!asked || asked.size === 0) return
  waiting.delete(bucket)
  dataOf(api.POST('/objects/acl/many', { body: { bucket, keys: [...asked.keys()] } })).then(
    ({ acls }) => {
      const known = new Map(acls?.map(({ key, acl }) => [key, acl]))
      for (const [key, { resolve }] of asked) resolve(acls === null ? 'none' : (known.get(key) ?? 'unknown'))
    },
    (error: unknown) => {
      for (const { reject } of asked.values()) reject(error)
    },
  )
}
