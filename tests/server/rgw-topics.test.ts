import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BucketNotification, Topic, TopicDetail } from '../../openapi/schema.ts'
import { addTopicKeeper } from '../../server/events/keep-topics.ts'
import { borrowCeph } from '../support/borrow.ts'
import { freePorts } from '../support/ceph.ts'
import { attributes, callSns } from '../support/sns.ts'
import { problem, region, startConsole, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { request } from './support/requests.ts'

// How events arrive from RGW: event-kills.test.ts, inbox.test.ts.

let missing: string | null = null
let console: TestConsole
let stop: (() => Promise<void>) | undefined
let endpoint = ''
let people: People
beforeAll(async () => {
  const ceph = await borrowCeph()
  if ('missing' in ceph) {
    missing = ceph.missing
    return
  }
  stop = ceph.stop
  endpoint = ceph.endpoint
  console = await startConsole(
    {
      ...{ KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: endpoint, KHO_S3_REGION: region },
      ...{ KHO_S3_ADMIN_KEY: ceph.accessKey, KHO_S3_ADMIN_SECRET: ceph.secretKey },
      KHO_WEBHOOK_ALLOW: '127.0.0.1',
      ...{ KHO_S3_INBOX_URL: `http://127.0.0.1:${(await freePorts(1))[0]}` },
    },
    { now: Date.now },
  )
  people = await makePeople(console)
}, 300_000)
afterAll(async () => {
  await console?.stop()
  await stop?.()
})
beforeEach(context => {
  if (missing !== null) context.skip(missing)
})

let person: Person
let owner: Visitor
async function newOwner(name: string): Promise<void> {
  person = await people.owner(name, { events: true })
  owner = await people.visit(person, { confirmed: true })
}
async function say<T>(id: string, said: Parameters<typeof request>[2]): Promise<T> {
  const answer = await request(owner, id, said)
  expect([answer.status, answer.body]).toEqual([answer.status < 300 ? answer.status : 'good', answer.body])
  return answer.body as T
}
const make = (name: string) =>
  say<Topic>('createTopic', { body: { name, address: 'http://127.0.0.1:9/', group_id: null } })
const notify = (bucket: string, topic: string, events = ['s3:ObjectCreated:*']) =>
  say<BucketNotification>('setBucketNotification', {
    body: { bucket, topic, events, prefix: '', suffix: '' },
  })
const all = async () =>
  (await say<{ notifications: BucketNotification[] }>('listBucketNotifications', {})).notifications

test('topics and notifications are made, told and deleted; those of others are not the console’s', async () => {
  await newOwner('an')
  await say('createBucket', { body: { bucket: 'anh-rgw' } })
  const topic = await make('orders')
  expect(topic.arn).toBe(`arn:aws:sns:default::kho-${person.accountId}-orders`)
  const again = { body: { name: 'orders', address: 'http://127.0.0.1:9/', group_id: null } }
  expect(problem(await request(owner, 'createTopic', again)).code).toBe('TOPIC_EXISTS')
  const [one, two] = [await notify('anh-rgw', 'orders'), await notify('anh-rgw', 'orders')]
  const { events } = await say<{ events: string[] }>('listBucketNotifications', {})
  expect(events).toContain('s3:ObjectRemoved:Delete')
  const tags = { bucket: 'anh-rgw', topic: 'orders', events: ['s3:ObjectTagging:*'], prefix: '', suffix: '' }
  expect(events).not.toContain('s3:ObjectTagging:*')
  expect(problem(await request(owner, 'setBucketNotification', { body: tags })).code).toBe('NOT_SUPPORTED')

  const { config } = await clientOf(console, person)
  const { accessKeyId: accessKey, secretAccessKey: secretKey } = await config.credentials()
  const target = { url: endpoint, region, keys: { accessKey, secretKey } }
  await callSns(target, 'CreateTopic', {
    Name: 'own',
    ...attributes({ 'push-endpoint': 'http://127.0.0.1:9' }),
  })
  expect((await say<{ topics: Topic[] }>('listTopics', {})).topics.map(({ name }) => name)).toEqual([
    'orders',
  ])

  const body = { bucket: 'anh-rgw', name: one.name, typed: one.name }
  expect((await request(owner, 'deleteBucketNotification', { body })).status).toBe(204)
  expect(await all()).toEqual([two])
  expect((await say<TopicDetail>('getTopic', { values: { name: 'orders' } })).buckets).toEqual(['anh-rgw'])
  // The console's own, as RGW sends none.
  expect((await say<TopicDetail>('getTopic', { values: { name: 'orders' } })).counts).toMatchObject({
    failed: 0,
  })
  expect((await request(owner, 'deleteTopic', { body: { name: 'orders', typed: 'orders' } })).status).toBe(
    204,
  )
  expect(await all()).toEqual([])
  expect((await say<{ topics: Topic[] }>('listTopics', {})).topics).toEqual([])
})

test('a topic that somebody deleted at RGW is made anew', async () => {
  await newOwner('binh')
  const { arn } = await make('orders')
  const { config } = await clientOf(console, await people.owner('chi'))
  const { accessKeyId: accessKey, secretAccessKey: secretKey } = await config.credentials()
  const target = { url: endpoint, region, keys: { accessKey, secretKey } }
  const list = async () => (await callSns(target, 'ListTopics')).xml
  expect(await list()).toContain(arn)
  await callSns(target, 'DeleteTopic', { TopicArn: arn })
  expect(await list()).not.toContain(arn)
  const { db, access, admin, background } = console.kho.services
  await addTopicKeeper(background, { db, access, there: admin.topics!, endpoint, region }).run()
  expect(await list()).toContain(arn)
})
