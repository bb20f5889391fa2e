import { Problem } from '../errors/problem.ts'
import { storageProblem } from '../errors/storage-error.ts'
import type { KeyPair } from '../s3/keys.ts'
import { signedFetch } from '../storage/signed-request.ts'

/** A topic. `stamp`: tells it from a later one of its name; `address`: where its events go, '' where the console alone knows. */
type StampedTopic = { name: string; stamp: string; address: string }

/** How a storage has the console's topics. */
export type TopicsThere = {
  /** The topics of a user, which its keys may make as well; null: the console's are all that count. */
  list: ((uid: string) => Promise<StampedTopic[]>) | null
  /** The name of a topic there. */
  nameOf(uid: string, name: string): string
  /** What all ARNs begin with; null where it is the region and the user, or no answer has told it yet. */
  arnStart: string | null
  /** What a topic is there, as attributes of SNS. */
  attributesOf(topic: StampedTopic): Record<string, string>
}

/** Topics of the embedded engine, which knows their addresses. */
export function engineTopics(list: NonNullable<TopicsThere['list']>): TopicsThere {
  return {
    list,
    arnStart: null,
    nameOf: (_, name) => name,
    attributesOf: ({ address }): Record<string, string> =>
      address === '' ? {} : { 'push-endpoint': address },
  }
}

/**
 * Topics of Ceph RGW, which keeps their events until the console's inbox has taken them. All users of its tenant share
 * their names, and could read the token. Source: Ceph documentation, "Bucket Notifications".
 */
export function rgwTopics(inbox: string): TopicsThere {
  return {
    list: null,
    arnStart: null,
    nameOf: (uid, name) => `${uid}-${name}`,
    attributesOf: ({ name, stamp }) => ({
      'push-endpoint': inbox,
      persistent: 'true',
      OpaqueData: `${name}.${stamp}`,
    }),
  }
}

/** SNS's API of a storage, for the topics of one account. */
export type AccountTopics = {
  /** LIMIT_REACHED. Gives the ARN. On Ceph RGW, also mends one that is there. */
  create(topic: StampedTopic): Promise<string>
  setAddress(topic: StampedTopic): Promise<void>
  remove(topic: StampedTopic): Promise<void>
  arnOf(topic: StampedTopic): Promise<string>
  /** The console's name of a topic; null for one that is not of this account and the console. */
  nameOf(arn: string): string | null
}

/** SNS's error codes in the catalogue's terms. */
const codes = { TopicLimitExceeded: 'LIMIT_REACHED', NotFound: 'TOPIC_NOT_FOUND' } as const

function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(match => match[1]!)
}

/** STORAGE_UNAVAILABLE. `keys`: of the account whose user is `uid`. Source: SNS API reference, "Actions". */
export function accountTopics(options: {
  there: TopicsThere
  endpoint: string
  region: string
  uid: string
  keys: KeyPair
}): AccountTopics {
  const { there, region, uid } = options

  async function call(action: string, fields: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ Action: action, Version: '2010-03-31', ...fields }).toString()
    const request = { method: 'POST' as const, path: '/', query: {}, body, service: 'sns' as const }
    const response = await signedFetch({ ...options, ...request }).catch(error => {
      throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
    })
    const xml = await response.text()
    if (response.ok) return xml
    const [code = ''] = textsOf(xml, 'Code')
    if (code in codes) throw new Problem(codes[code as keyof typeof codes])
    const error = new Error(`${action} was answered ${response.status} ${code}.`)
    error.name = code
    throw storageProblem(Object.assign(error, { $metadata: { httpStatusCode: response.status } }))
  }

  async function create(topic: StampedTopic): Promise<string> {
    const entries = Object.entries(there.attributesOf(topic)).flatMap(([key, value], index) => [
      [`Attributes.entry.${index + 1}.key`, key],
      [`Attributes.entry.${index + 1}.value`, value],
    ])
    const name = there.nameOf(uid, topic.name)
    const xml = await call('CreateTopic', { Name: name, ...Object.fromEntries(entries) })
    const arn = textsOf(xml, 'TopicArn')[0]!
    if (there.list === null) there.arnStart = arn.slice(0, -name.length)
    return arn
  }

  async function arnOf(topic: StampedTopic): Promise<string> {
    if (there.list !== null) return `arn:aws:sns:${region}:${uid}:${topic.name}`
    // An ARN of Ceph RGW begins with its zone group.
    return there.arnStart === null ? create(topic) : there.arnStart + there.nameOf(uid, topic.name)
  }

  return {
    create,
    arnOf,
    async setAddress(topic) {
      // Ceph RGW is told of the inbox alone.
      if (there.list === null) return
      await call('SetTopicAttributes', {
        TopicArn: await arnOf(topic),
        AttributeName: 'push-endpoint',
        AttributeValue: topic.address,
      })
    },
    async remove(topic) {
      await call('DeleteTopic', { TopicArn: await arnOf(topic) })
    },
    nameOf(arn) {
      const last = arn.slice(arn.lastIndexOf(':') + 1)
      const start = there.nameOf(uid, '')
      return last.startsWith(start) ? last.slice(start.length) : null
    },
  }
}
