/** Of the query of who may download a bucket's files; with a key, that file's. */
export const aclsKey = (bucket: string, key?: string) =>
  key === undefined ? ['object-acls', bucket] : ['object-acls', bucket, key]
