import type { ObjectItem } from '../../openapi/schema.ts'

/** Query key of the ACL of one version of a file; without `item`, the prefix of all keys in the bucket. */
export const aclsKey = (bucket: string, item?: ObjectItem) =>
  item ? ['object-acls', bucket, item.key, item.etag, item.last_modified] : ['object-acls', bucket]
