import type { Acl, BucketAcl, PublicBy } from '../openapi/schema.ts'

/** The statement that the console adds to the policy of a bucket when making it public. */
export const consoleGrant = { by: 'console', name: '', conditional: false } as const

/** Whether the bucket is already what `to` makes of it: public by the console's statement, or private. */
export function isAlready({ acl, public_by }: Pick<BucketAcl, 'acl' | 'public_by'>, to: Acl): boolean {
  return to === 'private'
    ? acl === 'private'
    : public_by.some(({ by, conditional }) => by === consoleGrant.by && !conditional)
}

/** The statements that keep a bucket public after the console's statement and the ACL's public grants are removed. */
export function policyReasons(by: readonly PublicBy[]): PublicBy[] {
  return by.filter(each => each.by === 'policy')
}
