import type { Level } from '../../s3/keys.ts'
import { type Acl, cannedAcl, type Grant, isPublicAcl, type Permission, privateAcl } from '../access/acl.ts'
import { granteeOf, type Users } from '../access/acl-xml.ts'
import { parseBlock } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import type { BucketRow } from '../store/buckets.ts'
import { levelIncludes } from './actions.ts'
import { decide } from './authorize.ts'
import { type Asked, header } from './context.ts'
import { factsOf } from './facts.ts'

const grantHeaders: Record<string, Permission> = {
  'x-amz-grant-read': 'READ',
  'x-amz-grant-write': 'WRITE',
  'x-amz-grant-read-acp': 'READ_ACP',
  'x-amz-grant-write-acp': 'WRITE_ACP',
  'x-amz-grant-full-control': 'FULL_CONTROL',
}
const MOST_GRANTS = 100

/** Parses `id="…", uri="…"` of one header. */
const grantsOf = (users: Users, text: string, permission: Permission): Grant[] =>
  text.split(',').map(part => {
    const [, kind = '', value = ''] = /^\s*(id|uri|emailAddress)\s*=\s*"?([^"]*?)"?\s*$/i.exec(part) ?? []
    const known = { id: 'id', uri: 'uri', emailaddress: 'emailAddress' }[kind.toLowerCase()]
    return { to: granteeOf(users, known ?? part.trim(), value), permission }
  })

/**
 * The ACL in a request's headers: `x-amz-acl` or `x-amz-grant-…`; undefined without them.
 * @throws S3Error InvalidArgument, InvalidRequest for both kinds at once
 */
export const headerAcl = (
  context: Asked,
  of: 'bucket' | 'object',
  owners: { owner: string; bucketOwner: string },
): Acl | undefined => {
  const canned = header(context, 'x-amz-acl') || undefined
  const users = context.engine.accounts
  const grants = Object.entries(grantHeaders).flatMap(([name, permission]) => {
    const text = header(context, name)
    return text === undefined ? [] : grantsOf(users, text, permission)
  })
  if (grants.length > MOST_GRANTS) throw new S3Error('InvalidArgument', 'Too many grants.')
  if (grants.length === 0) return canned === undefined ? undefined : cannedAcl(canned, of, owners)
  if (canned !== undefined) {
    throw new S3Error('InvalidRequest', 'Specifying both Canned ACLs and Header Grants is not allowed')
  }
  return { owner: owners.owner, grants }
}

/**
 * @throws S3Error AccessDenied for public grants if the bucket's public access block forbids them;
 * AccessControlListNotSupported if the bucket's owner owns everything
 */
export const requireAllowedAcl = (bucket: BucketRow, acl: Acl): void => {
  if (bucket.ownership === 'BucketOwnerEnforced') throw new S3Error('AccessControlListNotSupported')
  if (isPublicAcl(acl) && parseBlock(bucket.block).BlockPublicAcls) throw new S3Error('AccessDenied')
}

/**
 * The stored form of the ACL of an object that this request creates: null if only the bucket owner has access.
 * Anonymous uploads belong to the bucket's owner, as anonymous senders cannot be distinguished later.
 * @throws S3Error as `headerAcl` and `requireAllowedAcl`; AccessDenied for a key whose level may not share
 */
export const newObjectAcl = (context: Asked, bucket: BucketRow): string | null => {
  const { principal } = context
  const bucketOwner = bucket.uid
  const enforced = bucket.ownership === 'BucketOwnerEnforced'
  const canned = header(context, 'x-amz-acl') || undefined
  const givenAway = bucket.ownership === 'BucketOwnerPreferred' && canned === 'bucket-owner-full-control'
  const owner = enforced || givenAway || !principal ? bucketOwner : principal.uid
  const asked = headerAcl(context, 'object', { owner, bucketOwner })
  if (enforced) {
    if (asked && canned !== 'bucket-owner-full-control') throw new S3Error('AccessControlListNotSupported')
    return null
  }
  const acl = asked ?? privateAcl(owner)
  requireAllowedAcl(bucket, acl)
  const shares = acl.grants.some(({ to }) => !('id' in to && (to.id === owner || to.id === bucketOwner)))
  if (shares && principal && !mayShare(context, principal.level, bucket)) throw new S3Error('AccessDenied')
  return storedAcl(acl, bucketOwner)
}

const mayShare = (context: Asked, level: Level, bucket: BucketRow): boolean =>
  level === 'none'
    ? decide(context.principal, 's3:PutObjectAcl', {
        bucket,
        key: context.key,
        // Not the object that exists, or is missing: the new one, which only the bucket's owner has access to.
        object: () => ({ acl: null, tags: [] }),
        facts: factsOf(context, { bucketOwner: bucket.uid, versionId: undefined, tags: () => [] }),
      }).allowed
    : levelIncludes(level, 's3:PutObjectAcl')

/** An ACL as JSON; null if it is the bucket owner's only. */
export const storedAcl = (acl: Acl, bucketOwner: string): string | null => {
  const text = JSON.stringify(acl)
  return text === JSON.stringify(privateAcl(bucketOwner)) ? null : text
}
