import { S3Error } from '../protocol/errors.ts'
import { childText, document, element, parseXml, type XmlNode } from '../protocol/xml.ts'
import { exactTime, sendEmpty, sendXml, versionHeaders } from '../request/answers.ts'
import { bypassesGovernance } from '../request/authorize.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { isLegalHold, isLockMode, parseRetainUntil, requireObjectLock } from '../request/lock-and-tags.ts'
import { lockConfiguration, requireBucket } from '../store/buckets.ts'
import { change } from '../store/changes.ts'
import type { LegalHold, LockConfiguration, Retention } from '../store/locks.ts'
import { setLegalHold, setRetention } from '../store/versions.ts'
import { bucketSetting } from './bucket-settings.ts'
import { findObject } from './get-object.ts'

/** The longest default retention: S3 allows 100 years; the console's limit is 1,024,000 days. */
const MOST_DAYS = 1_024_000
const MOST_YEARS = 2800

const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find(each => each.name === name)

/** @throws S3Error InvalidRetentionPeriod */
const period = (text: string, most: number): number => {
  const count = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  if (count < 1 || count > most) {
    throw new S3Error(
      'InvalidRetentionPeriod',
      `The default retention period must be a whole number from 1 to ${most}.`,
    )
  }
  return count
}

/** @throws S3Error MissingRequestBodyError, MalformedXML, InvalidRetentionPeriod */
const parseConfiguration = (body: string): LockConfiguration => {
  if (body === '') throw new S3Error('MissingRequestBodyError')
  const root = parseXml(body)
  if (root.name !== 'ObjectLockConfiguration' || childText(root, 'ObjectLockEnabled') !== 'Enabled')
    throw new S3Error('MalformedXML')
  const rule = child(root, 'Rule')
  if (!rule) return {}
  const retention = child(rule, 'DefaultRetention')
  const mode = retention && childText(retention, 'Mode')
  const days = retention && childText(retention, 'Days')
  const years = retention && childText(retention, 'Years')
  if (!isLockMode(mode) || (days === undefined) === (years === undefined)) throw new S3Error('MalformedXML')
  return {
    retention:
      days === undefined
        ? { mode, years: period(years ?? '', MOST_YEARS) }
        : { mode, days: period(days, MOST_DAYS) },
  }
}

/**
 * A PUT enables object lock permanently, and sets the default retention of new versions.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectLockConfiguration.html
 */
export const objectLock = bucketSetting({
  column: 'object_lock',
  most: 4096,
  root: 'ObjectLockConfiguration',
  absent: 'ObjectLockConfigurationNotFoundError',
  inner(bucket) {
    const configuration = lockConfiguration(bucket)
    if (!configuration) return null
    const { retention } = configuration
    const rule = retention
      ? `<Rule><DefaultRetention>${element('Mode', retention.mode)}${
          'days' in retention ? element('Days', retention.days) : element('Years', retention.years)
        }</DefaultRetention></Rule>`
      : ''
    return element('ObjectLockEnabled', 'Enabled') + rule
  },
  parse: body => JSON.stringify(parseConfiguration(body)),
  require(engine, bucket) {
    if (requireBucket(engine, bucket).versioning === 'Enabled') return
    throw new S3Error(
      'InvalidBucketState',
      "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration",
    )
  },
})

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
