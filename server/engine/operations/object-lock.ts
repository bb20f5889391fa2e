import { S3Error } from '../protocol/errors.ts'
import { childText, element, parseXml, type XmlNode } from '../protocol/xml.ts'
import { isLockMode } from '../request/requested-lock.ts'
import { lockConfiguration, requireBucket } from '../store/buckets.ts'
import type { LockConfiguration } from '../store/locks.ts'
import { bucketSetting } from './bucket-setting.ts'

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
