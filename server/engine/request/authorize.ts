import { S3Error } from '../protocol/errors.ts'
import type { Principal } from '../store/accounts.ts'
import { type BucketRow, findBucket } from '../store/buckets.ts'
import { type Action, levelIncludes } from './actions.ts'
import { type Context, header } from './context.ts'

/** What an action is for. `bucket` undefined: the service. `versionId` undefined: the current version. */
export type Resource = { bucket?: BucketRow; key?: string; versionId?: string | undefined }

/** Whether the principal may do this. Denied unless something grants it. */
const decide = (principal: Principal | null, action: Action, { bucket }: Resource): boolean => {
  if (!principal || !levelIncludes(principal.level, action)) return false
  return !bucket || principal.uid === bucket.uid
}

/** Whether the sender of the request may do this. */
export const may = (context: Context, action: Action, resource: Resource): boolean =>
  decide(context.principal, action, resource)

/** Whether the sender asks to remove or change what governance protects, and may. */
export const bypassesGovernance = (
  context: Context,
  bucket: BucketRow,
  { key, versionId }: Pick<Resource, 'key' | 'versionId'>,
): boolean =>
  header(context, 'x-amz-bypass-governance-retention')?.toLowerCase() === 'true' &&
  may(context, 's3:BypassGovernanceRetention', { bucket, ...(key !== undefined && { key }), versionId })

/**
 * The one gate before an operation, and for each further resource that it touches: the source of a copy, each entry of a
 * multi-delete.
 * @throws S3Error AccessDenied
 */
export const authorize = (context: Context, action: Action, resource: Resource): void => {
  if (!may(context, action, resource)) throw new S3Error('AccessDenied')
}

/**
 * Finds the bucket that the request names, and authorizes the action on it, or on the object in it. `action` null: the
 * operation authorizes what the request's body names.
 * @throws S3Error NoSuchBucket, AccessDenied
 */
export const authorizeRequest = (context: Context, action: Action | null): void => {
  context.action = action
  if (context.bucket === '') {
    if (action) authorize(context, action, {})
    return
  }
  const bucket = findBucket(context.engine, context.bucket)
  context.bucketRow = bucket
  if (action === 's3:CreateBucket') {
    authorize(context, action, {})
    return
  }
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: context.bucket })
  const expected = header(context, 'x-amz-expected-bucket-owner')
  if (expected !== undefined && expected !== bucket.uid) throw new S3Error('AccessDenied')
  const { key, query } = context
  if (action)
    authorize(context, action, key === '' ? { bucket } : { bucket, key, versionId: query.get('versionId') })
}

/**
 * Call after a body was read, which may take long: the key may have been deleted meanwhile, or what it may do has changed.
 * @throws S3Error InvalidAccessKeyId, UserSuspended; as `authorizeRequest`
 */
export const revalidateKey = (context: Context): void => {
  const { engine, principal, action } = context
  if (principal) {
    const { accessKey } = principal
    const present = engine.accounts.credential(accessKey)
    if (!present) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKey })
    if (present.suspended) throw new S3Error('UserSuspended')
    context.principal = present
  }
  if (action !== undefined) authorizeRequest(context, action)
}
