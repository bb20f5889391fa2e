import { isTopicName, parseTopicArn, topicArn } from '../protocol/notifications.ts'
import { element } from '../protocol/xml.ts'
import type { Engine } from '../request/context.ts'
import { addTopic, changeTopic, deleteTopic, findTopic, listTopics, type Topic } from '../store/topics.ts'

/** `uid`: the owner of the topics. Returns the content of the action's result. */
type Action = (engine: Engine, uid: string, fields: Map<string, string>) => Promise<string> | string

const invalid = (message: string): never => {
  throw new SnsError('InvalidParameter', `Invalid parameter: ${message}`)
}

const MOST_URL = 2048
const MOST_OPAQUE = 1024

const endpointOf = (text: string): string => {
  if (text === '') return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  const usable = url && ['http:', 'https:'].includes(url.protocol) && text.length <= MOST_URL
  if (!usable) return invalid(`push-endpoint must be an HTTP or HTTPS URL of ${MOST_URL} characters at most`)
  if (url.username !== '' || url.password !== '') return invalid('push-endpoint must not have a user')
  return url.href
}

const opaqueOf = (text: string): string =>
  Buffer.byteLength(text) <= MOST_OPAQUE ? text : invalid(`OpaqueData has ${MOST_OPAQUE} bytes at most`)

/**
 * The attributes of Ceph RGW for topics with push endpoints, as SNS subscriptions are not supported. Events always wait
 * until they are delivered, and certificates are always verified.
 * https://docs.ceph.com/en/latest/radosgw/notifications/#create-a-topic
 */
const attributesOf = (given: readonly (readonly [name: string, value: string])[]): Partial<Topic> => {
  const attributes: Partial<Topic> = {}
  for (const [name, value] of given) {
    if (name === 'push-endpoint') attributes.endpoint = endpointOf(value)
    else if (name === 'OpaqueData') attributes.opaque = opaqueOf(value)
    else if (name === 'persistent' || name === 'verify-ssl') {
      if (value.toLowerCase() !== 'true') invalid(`${name} can only be true`)
    } else invalid(`the attribute ${name} is not supported`)
  }
  return attributes
}

const MOST_ATTRIBUTES = 20

/** A map in the query protocol: `Attributes.entry.1.key=…&Attributes.entry.1.value=…`. */
const entriesOf = (fields: Map<string, string>): [string, string][] => {
  const entries: [string, string][] = []
  for (const [field, name] of fields) {
    const number = /^Attributes\.entry\.(\d+)\.key$/.exec(field)?.[1]
    if (number === undefined) continue
    entries.push([name, fields.get(`Attributes.entry.${number}.value`) ?? ''])
  }
  if (entries.length > MOST_ATTRIBUTES) invalid('too many attributes')
  return entries
}

const namedBy = (fields: Map<string, string>, uid: string, field = 'TopicArn'): string => {
  const topic = parseTopicArn(fields.get(field) ?? '')
  if (!topic) return invalid(field)
  if (topic.uid !== uid) throw new SnsError('AuthorizationError', 'The topic belongs to another user')
  return topic.name
}

/** https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html */
const createTopic: Action = async (engine, uid, fields) => {
  const name = fields.get('Name') ?? ''
  if (!isTopicName(name)) return invalid('Topic Name')
  if ([...fields.keys()].some(field => field.startsWith('Tags.'))) return invalid('tags are not supported')
  const wanted = attributesOf(entriesOf(fields))
  const topic = await addTopic(engine, uid, { name, endpoint: '', opaque: '', ...wanted })
  if (topic === 'full')
    throw new SnsError('TopicLimitExceeded', 'The user has the most topics that it may have')
  const differs =
    (wanted.endpoint ?? topic.endpoint) !== topic.endpoint || (wanted.opaque ?? topic.opaque) !== topic.opaque
  if (differs) return invalid('Attributes Reason: Topic already exists with different attributes')
  return element('TopicArn', topicArn(engine.region, uid, name))
}

const PAGE = 100

/** https://docs.aws.amazon.com/sns/latest/api/API_ListTopics.html */
const listTopicsOf: Action = (engine, uid, fields) => {
  const after = fields.get('NextToken') ?? ''
  if (after !== '' && !isTopicName(after)) return invalid('NextToken')
  const topics = listTopics(engine, uid, after, PAGE + 1)
  const page = topics.slice(0, PAGE)
  const members = page.map(
    ({ name }) => `<member>${element('TopicArn', topicArn(engine.region, uid, name))}</member>`,
  )
  const next = topics.length > PAGE ? element('NextToken', page.at(-1)!.name) : ''
  return `<Topics>${members.join('')}</Topics>${next}`
}

const required = (topic: Topic | undefined): Topic => {
  if (!topic) throw new SnsError('NotFound', 'Topic does not exist')
  return topic
}

const ownersAlone = (uid: string, arn: string) => ({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { AWS: `arn:aws:iam:::user/${uid}` }, Action: 'sns:*', Resource: arn },
  ],
})

/** https://docs.aws.amazon.com/sns/latest/api/API_GetTopicAttributes.html */
const getTopicAttributes: Action = (engine, uid, fields) => {
  const { name, endpoint, opaque } = required(findTopic(engine, uid, namedBy(fields, uid)))
  const arn = topicArn(engine.region, uid, name)
  const attributes = {
    TopicArn: arn,
    Owner: uid,
    'push-endpoint': endpoint,
    OpaqueData: opaque,
    persistent: 'true',
    // What clients of SNS read: a topic has no subscriptions, and is its owner's alone.
    DisplayName: '',
    Policy: JSON.stringify(ownersAlone(uid, arn)),
    SubscriptionsConfirmed: '0',
    SubscriptionsPending: '0',
    SubscriptionsDeleted: '0',
  }
  const entries = Object.entries(attributes).map(
    ([key, value]) => `<entry>${element('key', key)}${element('value', value)}</entry>`,
  )
  return `<Attributes>${entries.join('')}</Attributes>`
}

/** https://docs.aws.amazon.com/sns/latest/api/API_SetTopicAttributes.html */
const setTopicAttributes: Action = async (engine, uid, fields) => {
  const name = namedBy(fields, uid)
  const change = attributesOf([[fields.get('AttributeName') ?? '', fields.get('AttributeValue') ?? '']])
  if (!(await changeTopic(engine, uid, name, change))) required(undefined)
  return ''
}

/** Deleting a missing topic is no error. https://docs.aws.amazon.com/sns/latest/api/API_DeleteTopic.html */
const removeTopic: Action = async (engine, uid, fields) => {
  await deleteTopic(engine, uid, namedBy(fields, uid))
  return ''
}

/** A topic has no tags. https://docs.aws.amazon.com/sns/latest/api/API_ListTagsForResource.html */
const listTags: Action = (engine, uid, fields) => {
  if (!findTopic(engine, uid, namedBy(fields, uid, 'ResourceArn')))
    throw new SnsError('ResourceNotFound', 'Topic does not exist')
  return '<Tags/>'
}

/** The SNS actions that the engine supports. */
export const actions: Record<string, Action> = {
  CreateTopic: createTopic,
  ListTopics: listTopicsOf,
  GetTopicAttributes: getTopicAttributes,
  SetTopicAttributes: setTopicAttributes,
  DeleteTopic: removeTopic,
  ListTagsForResource: listTags,
}

/** https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html and the errors of each action */
const statuses = {
  AuthorizationError: 403,
  InternalError: 500,
  InvalidAction: 400,
  InvalidParameter: 400,
  MissingAuthenticationToken: 403,
  NotFound: 404,
  ResourceNotFound: 404,
  TopicLimitExceeded: 403,
} as const

type SnsCode = keyof typeof statuses

export class SnsError extends Error {
  readonly code: SnsCode
  readonly status: number
  constructor(code: SnsCode, message: string) {
    super(message)
    this.code = code
    this.status = statuses[code]
  }
}
