import type { ObjectItem } from '../../openapi/schema.ts'

/** Of who may download a file; a changed file begins with the access that its new bytes got. Without it: of all files. */
export const aclsKey = (bucket: string, item?: ObjectItem) =>
  item ? ['object-acls', bucket, item.key, item.etag, item.last_modified] : ['object-acls', bucket]
