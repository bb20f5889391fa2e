import { randomUUID } from 'node:crypto'
import { S3Error } from './errors.ts'
import { childText, element, parseXml, type XmlNode } from './xml.ts'

/**
 * One configuration of a bucket's notifications. `topic`: the name of a topic of the bucket's owner. `events`: may end
 * in `:*`.
 */
export type Notification = {
  id: string
  topic: string
  events: string[]
  prefix: string
  suffix: string
}

/** Events that the engine supports, as configurations may name them. */
const offered = new Set([
  ...['*', 'Put', 'Post', 'Copy', 'CompleteMultipartUpload'].map(how => `s3:ObjectCreated:${how}`),
  ...['ObjectRemoved', 'LifecycleExpiration'].flatMap(what =>
    ['*', 'Delete', 'DeleteMarkerCreated'].map(how => `s3:${what}:${how}`),
  ),
  ...['*', 'Put', 'Delete'].map(how => `s3:ObjectTagging:${how}`),
  's3:ObjectAcl:Put',
])
/** Events of features that the engine lacks: they would never occur. */
const lacking =
  /^s3:(ReducedRedundancyLostObject$|ObjectRestore:|Replication:|LifecycleTransition$|IntelligentTiering$)/

const MOST_CONFIGURATIONS = 100
const MOST_ID = 255
const MOST_VALUE = 1024

const malformed = (): never => {
  throw new S3Error('MalformedXML')
}

const invalid = (message: string, name: string, value: string): never => {
  throw new S3Error('InvalidArgument', message, { ArgumentName: name, ArgumentValue: value })
}

const requireNames = (node: XmlNode, names: readonly string[]): void => {
  if (node.children.some(child => !names.includes(child.name))) malformed()
}

const parseFilter = (node: XmlNode | undefined): Pick<Notification, 'prefix' | 'suffix'> => {
  const filter = { prefix: '', suffix: '' }
  if (!node) return filter
  requireNames(node, ['S3Key'])
  const rules = node.children.flatMap(({ children }) => children)
  const seen = new Set<string>()
  for (const rule of rules) {
    if (rule.name !== 'FilterRule') malformed()
    requireNames(rule, ['Name', 'Value'])
    const name = childText(rule, 'Name')?.trim().toLowerCase() ?? malformed()
    const value = childText(rule, 'Value') ?? malformed()
    if (name !== 'prefix' && name !== 'suffix') {
      return invalid('filter rule name must be either prefix or suffix', 'FilterRule.Name', name)
    }
    if (seen.has(name))
      invalid('Cannot specify more than one prefix rule in a filter.', 'FilterRule.Name', name)
    if (Buffer.byteLength(value) > MOST_VALUE) {
      invalid('Size of filter rule value cannot exceed 1024 bytes in UTF-8', 'FilterRule.Value', value)
    }
    seen.add(name)
    filter[name] = value
  }
  return filter
}

const parseEvent = ({ text }: XmlNode): string => {
  const event = text.trim()
  if (offered.has(event)) return event
  if (lacking.test(event)) throw new S3Error('NotImplemented', undefined, { Event: event })
  return invalid('A specified event is not supported for notifications.', 'Event', event)
}

const parseTopicConfiguration = (node: XmlNode, owner: string): Notification => {
  requireNames(node, ['Id', 'Topic', 'Event', 'Filter'])
  const named = (name: string): XmlNode[] => node.children.filter(child => child.name === name)
  if (['Id', 'Topic', 'Filter'].some(name => named(name).length > 1)) malformed()
  const id = childText(node, 'Id') || randomUUID()
  if (id.length > MOST_ID) invalid(`Id is longer than ${MOST_ID} characters.`, 'Id', id)
  const arn = childText(node, 'Topic')?.trim() ?? malformed()
  const topic = parseTopicArn(arn)
  if (!topic) return invalid('The ARN could not be parsed', 'Topic', arn)
  if (topic.uid !== owner) return noSuchTopic(arn)
  const events = named('Event').map(parseEvent)
  if (events.length === 0) malformed()
  return { id, topic: topic.name, events: [...new Set(events)], ...parseFilter(named('Filter')[0]) }
}

/** @throws S3Error InvalidArgument, S3's response to a topic that it may not publish to */
export const noSuchTopic = (arn: string): never =>
  invalid(
    'Unable to validate the following destination configurations',
    arn,
    'The destination topic does not exist',
  )

/**
 * Parses a `NotificationConfiguration`. `owner`: the bucket's user, whose topics it may name.
 * @throws S3Error MalformedXML, InvalidArgument; NotImplemented for queues, functions, EventBridge and events that the
 * engine lacks
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html
 */
export const parseNotifications = (body: string, owner: string): Notification[] => {
  const { name, children } = parseXml(body)
  if (name !== 'NotificationConfiguration') malformed()
  for (const child of children) {
    if (/^(Queue|CloudFunction|EventBridge)Configuration$/.test(child.name))
      throw new S3Error('NotImplemented')
    if (child.name !== 'TopicConfiguration') malformed()
  }
  if (children.length > MOST_CONFIGURATIONS) {
    throw new S3Error('InvalidRequest', `A bucket has ${MOST_CONFIGURATIONS} notifications at most.`)
  }
  const notifications = children.map(child => parseTopicConfiguration(child, owner))
  if (new Set(notifications.map(({ id }) => id)).size < notifications.length) {
    throw new S3Error('InvalidArgument', 'Same ID used for multiple configurations. IDs must be unique')
  }
  return notifications
}

const rule = (name: 'Prefix' | 'Suffix', value: string): string =>
  value === '' ? '' : `<FilterRule>${element('Name', name)}${element('Value', value)}</FilterRule>`

/** The content of a `NotificationConfiguration`. */
export const notificationsXml = (
  notifications: readonly Notification[],
  region: string,
  owner: string,
): string =>
  notifications
    .map(({ id, topic, events, prefix, suffix }) => {
      const rules = rule('Prefix', prefix) + rule('Suffix', suffix)
      const filter = rules === '' ? '' : `<Filter><S3Key>${rules}</S3Key></Filter>`
      const names = events.map(event => element('Event', event)).join('')
      const arn = topicArn(region, owner, topic)
      return `<TopicConfiguration>${element('Id', id)}${element('Topic', arn)}${names}${filter}</TopicConfiguration>`
    })
    .join('')

/** Whether it is a valid name of an SNS topic. https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html */
export const isTopicName = (name: string): boolean => /^[\w-]{1,256}$/.test(name)

export const topicArn = (region: string, uid: string, name: string): string =>
  `arn:aws:sns:${region}:${uid}:${name}`

/** The user and name in an ARN; undefined for another service's, or a malformed one. */
export const parseTopicArn = (arn: string): { uid: string; name: string } | undefined => {
  const [, uid, name] = /^arn:aws:sns:[^:]*:([^:]*):([^:]+)$/.exec(arn) ?? []
  return uid === undefined || name === undefined || !isTopicName(name) ? undefined : { uid, name }
}
