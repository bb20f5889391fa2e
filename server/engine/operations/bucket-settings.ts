import { parseAcl, sharesAcl } from '../access/acl.ts'
import { blockNames, isOwnership, type Ownership, parseBlock } from '../access/settings.ts'
import { checkedLifecycle } from '../lifecycle/rules.ts'
import { type CorsRule, corsXml, parseCors } from '../protocol/cors.ts'
import { defaultRule, type EncryptionRule, encryptionXml, parseEncryption } from '../protocol/encryption.ts'
import { type S3Code, S3Error } from '../protocol/errors.ts'
import { noSuchTopic, notificationsXml, parseNotifications, topicArn } from '../protocol/notifications.ts'
import { MOST_BUCKET_TAGS, parseTagging, type Tag, taggingXml } from '../protocol/tags.ts'
import { childText, document, element, parseXml } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { requireIntegrity } from '../request/body-headers.ts'
import { bucketOf, type Context, causeOf, type Engine } from '../request/context.ts'
import { type BucketRow, requireBucket, type Setting, setBucket } from '../store/buckets.ts'
import type { Effects } from '../store/changes.ts'
import { notificationsOf } from '../store/notifications.ts'
import { findTopic } from '../store/topics.ts'

type Written = {
  column: Setting
  /** Maximum bytes of a body. */
  most: number
  /** Status of the response to a PUT, 200 by default. */
  status?: 204
  /** Refuses a request before its body is read. */
  requireHeaders?(context: Context): void
  /** The value to store; null: nothing. */
  parse(body: string, bucket: BucketRow): string | null
  /** Called in the commit; may reject the value. */
  require?(engine: Engine, bucket: BucketRow, value: string | null, effects: Effects): void
}

type Read = {
  /** The root element of the setting. */
  root: string
  /** The error code if nothing is set. */
  absent?: S3Code
  /** The content of the element; null if nothing is set. */
  inner(bucket: BucketRow, engine: Pick<Engine, 'encrypt' | 'region'>): string | null
}

/** PUT and DELETE of a setting. @throws S3Error as `parse` and `require` do */
export const writes = ({ column, most, status, requireHeaders, parse, require }: Written) => ({
  put: async (context: Context): Promise<void> => {
    const { engine } = context
    requireHeaders?.(context)
    const body = await readText(context, most)
    const bucket = bucketOf(context)
    const value = parse(body, bucket)
    await setBucket(engine, causeOf(context), bucket, column, value, effects =>
      require?.(engine, bucket, value, effects),
    )
    sendEmpty(context, status ?? 200)
  },
  remove: async (context: Context): Promise<void> => {
    await setBucket(context.engine, causeOf(context), bucketOf(context), column, null)
    sendEmpty(context, 204)
  },
})

/** GET, PUT and DELETE of an XML setting. @throws S3Error `absent` if it is not set; as `writes` */
export const bucketSetting = ({ root, absent, inner, ...written }: Written & Read) => ({
  get: (context: Context): void => {
    const xml = inner(bucketOf(context), context.engine)
    if (xml === null && absent) throw new S3Error(absent)
    sendXml(context, 200, document(root, xml ?? ''))
  },
  /** The body of a PUT that sets it again; null if nothing is set. */
  xml(bucket: BucketRow, engine: Pick<Engine, 'encrypt' | 'region'>): string | null {
    const xml = inner(bucket, engine)
    return xml === null || xml === '' ? null : document(root, xml)
  },
  ...writes(written),
})

const KiB = 1024

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketCors.html */
export const cors = bucketSetting({
  column: 'cors',
  most: 64 * KiB,
  root: 'CORSConfiguration',
  absent: 'NoSuchCORSConfiguration',
  requireHeaders: requireIntegrity,
  inner: ({ cors }) => cors && corsXml(JSON.parse(cors) as CorsRule[]),
  parse: body => JSON.stringify(parseCors(body)),
})

/** Existing objects are unchanged. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketEncryption.html */
export const encryption = bucketSetting({
  column: 'encryption',
  most: 16 * KiB,
  root: 'ServerSideEncryptionConfiguration',
  absent: 'ServerSideEncryptionConfigurationNotFoundError',
  inner({ encryption }, { encrypt }) {
    if (encryption !== null) return encryptionXml(JSON.parse(encryption) as EncryptionRule)
    return encrypt ? encryptionXml(defaultRule) : null
  },
  parse: body => JSON.stringify(parseEncryption(body)),
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html */
export const lifecycle = bucketSetting({
  column: 'lifecycle',
  most: 512 * KiB,
  root: 'LifecycleConfiguration',
  absent: 'NoSuchLifecycleConfiguration',
  inner: ({ lifecycle }) => lifecycle,
  parse: checkedLifecycle,
})

/**
 * An empty configuration removes it. Each topic of a new one gets a test event; a topic that the bucket's owner does
 * not have is an InvalidArgument.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html
 */
export const notification = bucketSetting({
  column: 'notification',
  most: 512 * KiB,
  root: 'NotificationConfiguration',
  inner: (bucket, { region }) => notificationsXml(notificationsOf(bucket), region, bucket.uid),
  parse(body, { uid }) {
    const notifications = parseNotifications(body, uid)
    return notifications.length === 0 ? null : JSON.stringify(notifications)
  },
  require(engine, bucket, value, { test }) {
    const notifications = notificationsOf({ ...bucket, notification: value })
    if (notifications.length > 0 && bucket.notifications === 0)
      throw new S3Error('AccessDenied', 'The account of this bucket may have no notifications')
    for (const { topic } of notifications) {
      if (!findTopic(engine, bucket.uid, topic)) noSuchTopic(topicArn(engine.region, bucket.uid, topic))
    }
    const targets = new Map(notifications.map(({ topic, id }) => [topic, { topic, configuration: id }]))
    test(bucket, [...targets.values()])
  },
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketTagging.html */
export const tagging = bucketSetting({
  column: 'tags',
  most: 64 * KiB,
  root: 'Tagging',
  absent: 'NoSuchTagSet',
  status: 204,
  inner: ({ tags }) => tags && taggingXml(JSON.parse(tags) as Tag[]),
  parse(body) {
    const tags = parseTagging(body, MOST_BUCKET_TAGS)
    return tags.length > 0 ? JSON.stringify(tags) : null
  },
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketVersioning.html */
export const versioning = bucketSetting({
  column: 'versioning',
  most: KiB,
  root: 'VersioningConfiguration',
  inner: ({ versioning }) => versioning && element('Status', versioning),
  parse(body) {
    const root = parseXml(body)
    const status = childText(root, 'Status')
    if (root.name !== 'VersioningConfiguration') throw new S3Error('MalformedXML')
    if (status === undefined) throw new S3Error('IllegalVersioningConfigurationException')
    if (status !== 'Enabled' && status !== 'Suspended') throw new S3Error('MalformedXML')
    if (childText(root, 'MfaDelete') === 'Enabled') throw new S3Error('NotImplemented')
    return status
  },
  require(engine, bucket, status) {
    if (status === 'Enabled' || requireBucket(engine, bucket).object_lock === null) return
    throw new S3Error(
      'InvalidBucketState',
      'An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.',
    )
  },
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketOwnershipControls.html */
export const ownershipControls = bucketSetting({
  column: 'ownership',
  most: 16 * KiB,
  root: 'OwnershipControls',
  absent: 'OwnershipControlsNotFoundError',
  inner: ({ ownership }) => ownership && `<Rule>${element('ObjectOwnership', ownership)}</Rule>`,
  parse(body): Ownership {
    const root = parseXml(body)
    const rules = root.children.filter(child => child.name === 'Rule')
    const ownership = rules[0] && childText(rules[0], 'ObjectOwnership')?.trim()
    if (root.name !== 'OwnershipControls' || rules.length !== 1 || !isOwnership(ownership)) {
      throw new S3Error('MalformedXML')
    }
    return ownership
  },
  require(engine, bucket, ownership) {
    const { acl } = requireBucket(engine, bucket)
    if (ownership === 'BucketOwnerEnforced' && sharesAcl(parseAcl(acl, bucket.uid))) {
      throw new S3Error('InvalidBucketAclWithObjectOwnership')
    }
  },
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutPublicAccessBlock.html */
export const publicAccessBlock = bucketSetting({
  column: 'block',
  most: 16 * KiB,
  root: 'PublicAccessBlockConfiguration',
  absent: 'NoSuchPublicAccessBlockConfiguration',
  inner({ block }) {
    const settings = parseBlock(block)
    return block && blockNames.map(name => element(name, settings[name])).join('')
  },
  parse(body) {
    const root = parseXml(body)
    if (root.name !== 'PublicAccessBlockConfiguration') throw new S3Error('MalformedXML')
    const settings = blockNames.map(name => {
      const text = childText(root, name)?.trim().toLowerCase() ?? 'false'
      if (text !== 'true' && text !== 'false') throw new S3Error('MalformedXML')
      return [name, text === 'true']
    })
    return JSON.stringify(Object.fromEntries(settings))
  },
})
