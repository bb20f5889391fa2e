import { randomBytes } from 'node:crypto'
import { childText, parseXml, type XmlNode } from '../engine/protocol/xml.ts'
import { Problem } from '../errors/problem.ts'
import { storageProblem } from '../errors/storage-error.ts'
import type { KeyPair } from '../s3/keys.ts'
import { signedFetch } from '../storage/signed-request.ts'

/**
 * A topic. `incarnation`: differs when it is deleted and recreated under the same name; `address`: the URL that receives its events, '' if
 * only the console knows it.
 */
type TopicIncarnation = { name: string; incarnation: string; address: string }

/** A incarnation that nobody can guess: with it Ceph RGW proves to the inbox that an event is of the topic. */
export const newIncarnation = (): string => randomBytes(24).toString('base64url')

/** A topic as Ceph RGW holds it. Each notification has a copy of its topic, which is listed as `<id>_<topic>`. */
export type HeldTopic = { name: string; arn: string; attributes: Record<string, string> }

/** How a storage represents the console's topics. */
export type TopicsThere = {
  /** The topics of a user, including those created with its keys; null: only the console's topics count. */
  list: ((uid: string) => Promise<TopicIncarnation[]>) | null
  /** The name of a topic at the storage. */
  nameOf(uid: string, name: string): string
  /** The prefix of all ARNs; null if it consists of the region and the user, or no response has revealed it yet. */
  arnStart: string | null
  /** The SNS attributes of a topic at the storage. */
  attributesOf(topic: TopicIncarnation): Record<string, string>
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
 * Topics of Ceph RGW, which keeps their events until the console's inbox has accepted them. All users of its tenant
 * share them: each can read the token, replace and delete them. Source: Ceph documentation, "Bucket Notifications".
 */
export function rgwTopics(inbox: string): TopicsThere {
  return {
    list: null,
    arnStart: null,
    nameOf: (uid, name) => `${uid}-${name}`,
    attributesOf: ({ name, incarnation }) => ({
      'push-endpoint': inbox,
      persistent: 'true',
      OpaqueData: `${name}.${incarnation}`,
    }),
  }
}

/** SNS's API of a storage, for the topics of one account. */
export type AccountTopics = {
  /** LIMIT_REACHED. Returns the ARN. On Ceph RGW, also repairs an existing one. */
  create(topic: TopicIncarnation): Promise<string>
  setAddress(topic: TopicIncarnation): Promise<void>
  remove(topic: TopicIncarnation): Promise<void>
  arnOf(topic: TopicIncarnation): Promise<string>
  /** Like `arnOf`, for a notification: Ceph RGW copies the topic into it, so the topic is written again just before. */
  arnToCopy(topic: TopicIncarnation): Promise<string>
  /** On Ceph RGW: the topics of all users of the tenant. */
  held(): Promise<HeldTopic[]>
  /** On Ceph RGW. A deleted one is no error. */
  removeHeld(topic: HeldTopic): Promise<void>
  /** The console's name of a topic; null for one that does not belong to this account and the console. */
  nameOf(arn: string): string | null
}

/** SNS's error codes in the catalogue's terms. */
const codes = { TopicLimitExceeded: 'LIMIT_REACHED', NotFound: 'TOPIC_NOT_FOUND' } as const

function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(match => match[1]!)
}

/** Maximum number of elements in a list of topics; each has a dozen. */
const mostNodes = 1_000_000

function heldTopic(member: XmlNode): HeldTopic {
  const textOf = (node: XmlNode | undefined, name: string) => (node && childText(node, name)) ?? ''
  const name = textOf(member, 'Name')
  const endpoint = member.children.find(child => child.name === 'EndPoint')
  // A copy has the ARN of its topic.
  const arn = textOf(member, 'TopicArn')
  return {
    name,
    arn: arn.slice(0, arn.lastIndexOf(':') + 1) + name,
    attributes: {
      'push-endpoint': textOf(endpoint, 'EndpointAddress'),
      persistent: textOf(endpoint, 'Persistent').toLowerCase(),
      OpaqueData: textOf(member, 'OpaqueData'),
    },
  }
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

  async function create(topic: TopicIncarnation): Promise<string> {
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

  async function arnOf(topic: TopicIncarnation): Promise<string> {
    if (there.list !== null) return `arn:aws:sns:${region}:${uid}:${topic.name}`
    // An ARN of Ceph RGW starts with its zone group.
    return there.arnStart === null ? create(topic) : there.arnStart + there.nameOf(uid, topic.name)
  }

  return {
    create,
    arnOf,
    arnToCopy: topic => (there.list === null ? create(topic) : arnOf(topic)),
    async held() {
      const [result] = parseXml(await call('ListTopics', {}), mostNodes).children
      return (result?.children[0]?.children ?? []).map(heldTopic)
    },
    async removeHeld({ arn }) {
      await call('DeleteTopic', { TopicArn: arn }).catch(error => {
        if (!(error instanceof Problem && error.code === 'TOPIC_NOT_FOUND')) throw error
      })
    },
    async setAddress(topic) {
      // Ceph RGW only receives the inbox's URL.
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
