import { Problem } from '../errors/problem.ts'
import { storageProblem } from '../errors/storage-error.ts'
import type { KeyPair } from '../s3/keys.ts'
import { signedFetch } from './signed-fetch.ts'

/** A topic as the storage has it. */
export type StorageTopic = { name: string; arn: string }

/** SNS's API of the storage, with the keys of one account. */
export type StorageTopics = {
  list(): Promise<StorageTopic[]>
  /** `address`: where events are pushed to; '' where the console takes them over. LIMIT_REACHED. */
  create(name: string, address: string): Promise<StorageTopic>
  setAddress(arn: string, address: string): Promise<void>
  remove(arn: string): Promise<void>
}

/** SNS's error codes in the catalogue's terms. */
const codes = { TopicLimitExceeded: 'LIMIT_REACHED', NotFound: 'TOPIC_NOT_FOUND' } as const

function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(match => match[1]!)
}

/** STORAGE_UNAVAILABLE. Source: SNS API reference, "Actions". */
export function storageTopics(options: { endpoint: string; region: string; keys: KeyPair }): StorageTopics {
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

  const topicOf = (arn: string): StorageTopic => ({ name: arn.slice(arn.lastIndexOf(':') + 1), arn })

  return {
    async list() {
      const topics: StorageTopic[] = []
      let token: string | undefined
      do {
        const xml = await call('ListTopics', token === undefined ? {} : { NextToken: token })
        topics.push(...textsOf(xml, 'TopicArn').map(topicOf))
        token = textsOf(xml, 'NextToken')[0]
      } while (token)
      return topics
    },
    async create(name, address) {
      const entry = { 'Attributes.entry.1.key': 'push-endpoint', 'Attributes.entry.1.value': address }
      const xml = await call('CreateTopic', { Name: name, ...(address !== '' && entry) })
      return topicOf(textsOf(xml, 'TopicArn')[0]!)
    },
    async setAddress(arn, address) {
      await call('SetTopicAttributes', {
        TopicArn: arn,
        AttributeName: 'push-endpoint',
        AttributeValue: address,
      })
    },
    async remove(arn) {
      await call('DeleteTopic', { TopicArn: arn })
    },
  }
}
