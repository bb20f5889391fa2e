import type { Acl } from '../../../openapi/schema.ts'
import { batched } from '../../api/batch.ts'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'

/** `unknown`: the storage does not report it for this file. `none`: the storage has no ACLs. */
export type KnownAcl = Acl | 'unknown' | 'none'

/** Keys per request: the limit of `readObjectAcls`. */
const batchSize = 100

const readers = new Map<string, (key: string) => Promise<KnownAcl>>()

/** Loads the ACL of a file. Calls of the same tick are batched by bucket. */
export function loadAcl(bucket: string, key: string): Promise<KnownAcl> {
  const load = readers.get(bucket) ?? batched(batchSize, keys => readAcls(bucket, keys))
  readers.set(bucket, load)
  return load(key)
}

async function readAcls(bucket: string, keys: string[]): Promise<Map<string, KnownAcl>> {
  const { acls } = await dataOf(api.POST('/objects/acl/many', { body: { bucket, keys } }))
  const known = new Map(acls?.map(({ key, acl }) => [key, acl]))
  return new Map(keys.map(key => [key, acls === null ? 'none' : (known.get(key) ?? 'unknown')]))
}
