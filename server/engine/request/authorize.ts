import { LRUCache } from 'lru-cache'
import type { Facts } from '../../../domain/policy/condition.ts'
import { type Statement, withGrants } from '../../../domain/policy/grants.ts'
import { compilePolicy, evaluatePolicy, type Policy } from '../../../domain/policy/policy.ts'
import { atIntervals } from '../../limits/at-intervals.ts'
import { aclAllows, type Principal, parseAcl, permissionFor } from '../access/acl.ts'
import { parseBlock } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import { type BucketRow, findBucket } from '../store/buckets.ts'
import { findVersion, type Marker, type Version } from '../store/find-version.ts'
import { type Action, levelIncludes } from './actions.ts'
import { type Asked, bucketOf, type Engine, header } from './context.ts'
import { factsOf } from './facts.ts'

/**
 * The target of an action. `bucket` undefined: the service. `versionId` undefined: the current version. `sent`: the
 * version that is being sent, which may be deleted meanwhile.
 */
export type Resource = {
  bucket?: BucketRow
  key?: string
  versionId?: string | undefined
  sent?: Version | undefined
}

/** The part of an object that `decide` reads. */
type ObjectAccess = Pick<Version, 'acl' | 'tags'>

/** The part of a bucket that `decide` reads. */
export type BucketAccess = Pick<BucketRow, 'id' | 'name' | 'uid' | 'acl' | 'policy' | 'ownership' | 'block'> &
  Partial<Pick<BucketRow, 'grants'>>

type Compiled = Pick<BucketRow, 'policy' | 'grants'> & { both: Policy }

const policies = new LRUCache<number, Compiled>({ max: 1000 })

/** The bucket's policy followed by the console's statements, compiled once per text. */
export const policyOf = ({ id, name, policy, grants = null }: BucketAccess): Policy | undefined => {
  if (policy === null && grants === null) return undefined
  const known = policies.get(id)
  if (known?.policy === policy && known.grants === grants) return known.both
  const statements = grants === null ? [] : (JSON.parse(grants) as Statement[])
  const parts = [policy, withGrants(null, statements)].flatMap(text => text ?? [])
  const compiled = parts.map(text => compilePolicy(text, name))
  const both = {
    statements: compiled.flatMap(part => part.statements),
    isPublic: compiled.some(part => part.isPublic),
  }
  policies.set(id, { policy, grants, both })
  return both
}

const ofPolicy = new Set<Action>(['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy'])

const aclsAllow = (
  principal: Principal | null,
  action: Action,
  bucket: BucketAccess,
  object: (() => ObjectAccess | undefined) | undefined,
): boolean => {
  const owns = principal?.uid === bucket.uid
  const wanted = permissionFor(action)
  if (!wanted || bucket.ownership === 'BucketOwnerEnforced') return owns
  const { IgnorePublicAcls } = parseBlock(bucket.block)
  const ofBucket = parseAcl(bucket.acl, bucket.uid)
  if (wanted.of === 'bucket') return aclAllows(ofBucket, principal, wanted.permission, IgnorePublicAcls)
  const row = object?.()
  // Callers who may list the bucket get 404, others 403.
  if (!row) return aclAllows(ofBucket, principal, 'READ', IgnorePublicAcls)
  return aclAllows(parseAcl(row.acl, bucket.uid), principal, wanted.permission, IgnorePublicAcls)
}

/**
 * The reason of a decision: a statement of the policy by its index, ownership, the key's level, an ACL, or that nothing
 * allows it.
 */
export type Decision =
  | { allowed: boolean; by: 'statement'; statement: number }
  | { allowed: boolean; by: 'owner' | 'level' | 'acl' | 'default' }

const refused: Decision = { allowed: false, by: 'default' }

/**
 * The one decision: whether `principal` (null: anonymous) may do `action` to the bucket, or to `key` in it. Denied
 * unless something grants it. In order: a key's level bounds everything; the account's own key always reaches the
 * bucket's policy; a deny of the policy; an allow of the policy; ownership and ACLs. A key of level `none` may do what
 * policies allow to its sub-user by name, or to everybody, and what ACLs grant to everybody. If the public access block
 * restricts it, a public policy applies to the owner's account only.
 * `object`: the stored object, undefined if there is none.
 */
export const decide = (
  principal: Principal | null,
  action: Action,
  target: {
    bucket: BucketAccess
    key?: string | undefined
    object?: () => ObjectAccess | undefined
    facts: Facts
  },
): Decision => {
  const byName = principal?.level === 'none'
  if (principal && !byName && !levelIncludes(principal.level, action)) return { allowed: false, by: 'level' }
  const { bucket, key, object, facts } = target
  const owns = principal?.uid === bucket.uid
  if (owns && principal.subUser === null && principal.level === 'full' && ofPolicy.has(action))
    return { allowed: true, by: 'owner' }
  const named = action === 's3:HeadBucket' ? 's3:ListBucket' : action
  const policy = policyOf(bucket)
  const ask = (action: string, key: string | undefined, facts: Facts) =>
    policy && evaluatePolicy(policy, { principal, byName, action, bucket: bucket.name, key, facts })
  const verdict = ask(named, key, facts)
  if (verdict?.allows === false) return { allowed: false, by: 'statement', statement: verdict.statement }
  if (policy?.isPublic && !owns && parseBlock(bucket.block).RestrictPublicBuckets) return refused
  if (policy && permissionFor(named)?.of === 'object' && !object?.()) {
    // Callers who may list the key get 404 for a missing object.
    const listing: Facts = name => (name === 's3:prefix' && key !== undefined ? [key] : facts(name))
    const listed = ask('s3:ListBucket', undefined, listing)
    if (listed?.allows) return { allowed: true, by: 'statement', statement: listed.statement }
  } else if (verdict) return { allowed: true, by: 'statement', statement: verdict.statement }
  const byAcls = aclsAllow(byName ? null : principal, named, bucket, object)
  return byAcls ? { allowed: true, by: owns && !byName ? 'owner' : 'acl' } : refused
}

/** With its ACL and tags of now; as it was, if it has been deleted or replaced. */
const asOfNow = (engine: Engine, bucket: BucketRow, key: string, sent: Version): Version => {
  const found = findVersion(engine, bucket.id, key, sent.id)
  return found?.marker === false && found.content === sent.content ? found : sent
}

/** Whether the sender of the request may do this. */
export const may = (context: Asked, action: Action, resource: Resource): boolean => {
  const { principal } = context
  const { bucket, key, versionId, sent } = resource
  if (!bucket) {
    // Anonymous callers get an empty list of buckets, as from Ceph RGW.
    return principal ? levelIncludes(principal.level, action) : action === 's3:ListAllMyBuckets'
  }
  let found: { version: Version | Marker | undefined } | undefined
  const object = (): ObjectAccess | undefined => {
    found ??= {
      version: sent
        ? asOfNow(context.engine, bucket, key!, sent)
        : key === undefined
          ? undefined
          : findVersion(context.engine, bucket.id, key, versionId),
    }
    if (key === context.key && versionId === context.query.get('versionId') && bucket === context.bucketRow)
      context.seen = found.version
    return found.version?.marker === false ? found.version : undefined
  }
  const facts = factsOf(context, { bucketOwner: bucket.uid, versionId, tags: () => object()?.tags ?? [] })
  const { allowed } = decide(principal, action, { bucket, key, object, facts })
  if (allowed && context.metered) context.metered.authorized = true
  return allowed
}

/** Whether the caller requests a governance bypass and is allowed it. */
export const bypassesGovernance = (
  context: Asked,
  bucket: BucketRow,
  { key, versionId }: Pick<Resource, 'key' | 'versionId'>,
): boolean =>
  header(context, 'x-amz-bypass-governance-retention')?.toLowerCase() === 'true' &&
  may(context, 's3:BypassGovernanceRetention', { bucket, ...(key !== undefined && { key }), versionId })

/**
 * The one gate before an operation, and for each further resource that it touches: the source of a copy, each entry of
 * a multi-delete.
 * @throws S3Error AccessDenied, UserSuspended
 */
export const authorize = (context: Asked, action: Action, resource: Resource): void => {
  if (resource.bucket?.suspended) throw new S3Error('UserSuspended')
  if (!may(context, action, resource)) throw new S3Error('AccessDenied')
}

/**
 * Finds the bucket that the request names, and authorizes the action on it, or on the object in it. `action` null: the
 * operation authorizes the entries of its body.
 * @throws S3Error NoSuchBucket, AccessDenied, UserSuspended
 */
export const authorizeRequest = (context: Asked, action: Action | null, fresh?: BucketRow): void => {
  context.action = action
  if (context.bucket === '') {
    if (action) authorize(context, action, {})
    return
  }
  // The handler has just read it; after a body it must be read again.
  const bucket = fresh ?? findBucket(context.engine, context.bucket)
  context.bucketRow = bucket
  if (action === 's3:CreateBucket') {
    authorize(context, action, {})
    return
  }
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: context.bucket })
  if (bucket.suspended) throw new S3Error('UserSuspended')
  const expected = header(context, 'x-amz-expected-bucket-owner')
  if (expected !== undefined && expected !== bucket.uid) throw new S3Error('AccessDenied')
  const { key, query } = context
  if (action)
    authorize(context, action, key === '' ? { bucket } : { bucket, key, versionId: query.get('versionId') })
}

const requirePresent = (context: Asked): void => {
  const { engine, principal } = context
  if (!principal) return
  const { accessKey } = principal
  const present = engine.accounts.credential(accessKey)
  if (!present) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKey })
  if (present.suspended) throw new S3Error('UserSuspended')
  context.principal = present
}

/**
 * Call after a body was read, which may take long: the key may have been deleted meanwhile, or its permissions changed.
 * @throws S3Error InvalidAccessKeyId, UserSuspended; as `authorizeRequest`
 */
export const revalidateKey = (context: Asked): void => {
  requirePresent(context)
  if (context.action !== undefined) authorizeRequest(context, context.action)
}

/**
 * Call the result with each piece of a body on its way, in or out: it checks in intervals whether the caller may still
 * send or read it. `sent`: the version that is read; undefined: a body that is received.
 * @throws S3Error as `revalidateKey`
 */
export const stillAuthorized = (context: Asked, sent?: Version): (() => void) =>
  atIntervals(() => {
    if (!sent) return revalidateKey(context)
    requirePresent(context)
    const { engine, key, query, action } = context
    const bucket = findBucket(engine, context.bucket)
    if (!action || bucket?.id !== bucketOf(context).id) throw new S3Error('AccessDenied')
    authorize(context, action, { bucket, key, versionId: query.get('versionId'), sent })
  })
