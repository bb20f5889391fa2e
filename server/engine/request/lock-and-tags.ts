import { S3Error } from '../protocol/errors.ts'
import { parseTagHeader, type Tag } from '../protocol/tags.ts'
import type { LegalHold, Lock, LockMode, Retention } from '../store/locks.ts'
import { authorize } from './authorize.ts'
import { type Asked, bucketOf, header } from './context.ts'

const LOCK = 'x-amz-object-lock-'

export const isLockMode = (text: string | undefined): text is LockMode =>
  text === 'GOVERNANCE' || text === 'COMPLIANCE'

export const isLegalHold = (text: string | undefined): text is LegalHold => text === 'ON' || text === 'OFF'

/** The end of a retention, in ISO 8601, as unix ms. @throws S3Error InvalidArgument if it is not after `now` */
export const parseRetainUntil = (text: string, now: number): number => {
  const until = /^\d{4,6}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(until)) throw new S3Error('InvalidArgument', 'The retain until date is not a time.')
  if (until <= now) throw new S3Error('InvalidArgument', 'The retain until date must be in the future!')
  return until
}

/** @throws S3Error InvalidRequest if the bucket has no object lock */
export const requireObjectLock = (context: Asked): void => {
  if (bucketOf(context).object_lock !== null) return
  throw new S3Error('InvalidRequest', 'Bucket is missing Object Lock Configuration')
}

const requestedRetention = (context: Asked): Retention | undefined => {
  const mode = header(context, `${LOCK}mode`)
  const until = header(context, `${LOCK}retain-until-date`)
  if (mode === undefined && until === undefined) return undefined
  if (mode === undefined || until === undefined) {
    throw new S3Error(
      'InvalidArgument',
      'x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied',
    )
  }
  if (!isLockMode(mode)) throw new S3Error('InvalidArgument', 'Unknown wormMode directive.')
  return { mode, until: parseRetainUntil(until, context.engine.now()) }
}

/**
 * The lock in the headers of a request for the object that it creates; undefined if there is none.
 * @throws S3Error InvalidArgument, InvalidRequest if the bucket has no object lock, AccessDenied
 */
export const requestedLock = (context: Asked): Lock | undefined => {
  const retention = requestedRetention(context)
  const hold = header(context, `${LOCK}legal-hold`)
  if (retention === undefined && hold === undefined) return undefined
  if (hold !== undefined && !isLegalHold(hold))
    throw new S3Error('InvalidArgument', 'Legal Hold must be either of ON or OFF')
  requireObjectLock(context)
  const object = { bucket: bucketOf(context), key: context.key }
  if (retention) authorize(context, 's3:PutObjectRetention', object)
  if (hold !== undefined) authorize(context, 's3:PutObjectLegalHold', object)
  return { retention, hold }
}

/**
 * The tags that a request sets on the object that it creates. @throws S3Error AccessDenied, InvalidArgument, InvalidTag
 */
export const requestedTags = (context: Asked): Tag[] => {
  const text = header(context, 'x-amz-tagging')
  if (text !== undefined)
    authorize(context, 's3:PutObjectTagging', { bucket: bucketOf(context), key: context.key })
  return parseTagHeader(text)
}
