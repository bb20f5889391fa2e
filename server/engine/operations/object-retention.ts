import { S3Error } from '../protocol/errors.ts'
import { childText, document, element, parseXml } from '../protocol/xml.ts'
import { exactTime, sendEmpty, sendXml, versionHeaders } from '../request/answers.ts'
import { bypassesGovernance } from '../request/authorize.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { isLegalHold, isLockMode, parseRetainUntil, requireObjectLock } from '../request/requested-lock.ts'
import { change } from '../store/changes.ts'
import type { LegalHold, Retention } from '../store/locks.ts'
import { setLegalHold, setRetention } from '../store/versions.ts'
import { findObject } from './get-object.ts'

const MOST_BYTES = 4096

/**
 * GetObjectRetention. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectRetention.html
 * @throws S3Error InvalidRequest if the bucket has no object lock, NoSuchObjectLockConfiguration; as `findObject`
 */
export const getObjectRetention = (context: Context): void => {
  requireObjectLock(context)
  const { retention } = findObject(context, bucketOf(context)).lock
  if (!retention) throw new S3Error('NoSuchObjectLockConfiguration')
  const inner = element('Mode', retention.mode) + element('RetainUntilDate', exactTime(retention.until))
  sendXml(context, 200, document('Retention', inner))
}

/** An empty `Retention` removes it. @throws S3Error MalformedXML, InvalidArgument */
const parseRetention = (body: string, now: number): Retention | undefined => {
  const root = parseXml(body)
  const mode = childText(root, 'Mode')
  const until = childText(root, 'RetainUntilDate')
  if (root.name !== 'Retention') throw new S3Error('MalformedXML')
  if (mode === undefined && until === undefined) return undefined
  if (!isLockMode(mode) || until === undefined) throw new S3Error('MalformedXML')
  return { mode, until: parseRetainUntil(until, now) }
}

/**
 * PutObjectRetention: sets, extends or, with the right to bypass governance, weakens a version's retention.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectRetention.html
 * @throws S3Error AccessDenied, InvalidRequest if the bucket has no object lock, MalformedXML, InvalidArgument; as `findObject`
 */
export const putObjectRetention = async (context: Context): Promise<void> => {
  const { engine, key, query } = context
  const bucket = bucketOf(context)
  const retention = parseRetention(await readText(context, MOST_BYTES), engine.now())
  requireObjectLock(context)
  const bypass = bypassesGovernance(context, bucket, { key, versionId: query.get('versionId') })
  const { id } = await change(engine, causeOf(context), () => {
    const version = findObject(context, bucket)
    setRetention(engine, version, retention, bypass)
    return version
  })
  sendEmpty(context, 200, versionHeaders(bucket, id))
}

/**
 * GetObjectLegalHold. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectLegalHold.html
 * @throws S3Error as `getObjectRetention`
 */
export const getObjectLegalHold = (context: Context): void => {
  requireObjectLock(context)
  const { hold } = findObject(context, bucketOf(context)).lock
  if (!hold) throw new S3Error('NoSuchObjectLockConfiguration')
  sendXml(context, 200, document('LegalHold', element('Status', hold)))
}

const parseLegalHold = (body: string): LegalHold => {
  const root = parseXml(body)
  const status = childText(root, 'Status')
  if (root.name !== 'LegalHold' || !isLegalHold(status)) throw new S3Error('MalformedXML')
  return status
}

/**
 * PutObjectLegalHold. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectLegalHold.html
 * @throws S3Error InvalidRequest if the bucket has no object lock, MalformedXML; as `findObject`
 */
export const putObjectLegalHold = async (context: Context): Promise<void> => {
  const { engine } = context
  const bucket = bucketOf(context)
  const hold = parseLegalHold(await readText(context, MOST_BYTES))
  requireObjectLock(context)
  const { id } = await change(engine, causeOf(context), () => {
    const version = findObject(context, bucket)
    setLegalHold(engine, version, hold)
    return version
  })
  sendEmpty(context, 200, versionHeaders(bucket, id))
}
