import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BucketNotification, Topic, TopicDetail } from '../../openapi/schema.ts'
import { makeBackground } from '../../server/background/runner.ts'
import { addTopicKeeper } from '../../server/events/keep-topics.ts'
import { borrowCeph } from '../support/borrow.ts'
import { freePorts } from '../support/ceph.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { attributes, callSns } from '../support/sns.ts'
import { problem, region, startConsole, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { request } from './support/requests.ts'

// How events arrive from RGW: event-kills.test.ts, inbox.test.ts.

let missing: string | null = null
let console: TestConsole
let stop: (() => Promise<void>) | undefined
let endpoint = ''
let inboxUrl = ''
let number = 0
/** What the keeper of topics warned of. */
let logged: object[] = []
let people: People
beforeAll(async () => {
  const ceph = await borrowCeph()
  if ('missing' in ceph) {
    missing = ceph.missing
    return
  }
  stop = ceph.stop
  endpoint = ceph.endpoint
  inboxUrl = `http://127.0.0.1:${(await freePorts(1))[0]}`
  console = await startConsole(
    {
      ...{ KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: endpoint, KHO_S3_REGION: region },
      ...{ KHO_S3_ADMIN_KEY: ceph.accessKey, KHO_S3_ADMIN_SECRET: ceph.secretKey },
      KHO_WEBHOOK_ALLOW: '127.0.0.1',
      ...{ KHO_S3_INBOX_URL: inboxUrl, KHO_S3_ONE_CUSTOMER: '1' },
    },
    { now: Date.now },
  )
  people = await makePeople(console)
  // Its keeper of topics would restore them at any time.
  await console.kho.services.background.stop()
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

  await callSns(await snsOf(await clientOf(console, person)), 'CreateTopic', {
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

/** The endpoint and the keys of a person, as a client of SNS has them. */
async function snsOf({ config }: S3) {
  const { accessKeyId: accessKey, secretAccessKey: secretKey } = await config.credentials()
  return { url: endpoint, region, keys: { accessKey, secretKey } }
}
/** Does what the console does each minute. */
async function keep(inbox: string | null = inboxUrl, at = endpoint): Promise<void> {
  const { db, access, locks, now } = console.kho.services
  const log = {
    error: (fields: object) => logged.push(fields),
    warn: (fields: object) => logged.push(fields),
  }
  const background = makeBackground({ now, log })
  await addTopicKeeper(background, { db, access, locks, inbox, endpoint: at, region, now, log }).run()
}
const alteredAt = async (name: string) =>
  (await say<TopicDetail>('getTopic', { values: { name } })).topic.altered_at

describe('another account’s key that may only read, but reaches all topics at RGW', () => {
  let thief: Receiver
  let others: Awaited<ReturnType<typeof snsOf>>
  let client: S3
  beforeAll(async () => {
    if (missing !== null) return
    thief = await startReceiver()
    const reader = await people.subUser(await people.owner('chi'), 'doc', 'read')
    others = await snsOf(await clientOf(console, reader))
  })
  afterAll(() => thief?.stop())

  const arn = () => `arn:aws:sns:default::kho-${person.accountId}-orders`
  const redirect = (Name = `kho-${person.accountId}-orders`) =>
    callSns(others, 'CreateTopic', { Name, ...attributes({ 'push-endpoint': `${thief.url}/` }) })
  beforeEach(async () => {
    number += 1
    await newOwner(`chu-${number}`)
    client = await clientOf(console, person)
    await say('createBucket', { body: { bucket: bucket() } })
    await make('orders')
    thief.received.length = 0
    logged = []
  })
  const bucket = () => `kho-hang-${number}`
  const put = () => client.putObject({ Bucket: bucket(), Key: 'luong.xlsx', Body: 'x' })

  test('gets nothing by a topic that it redirected before a notification was saved', async () => {
    expect((await redirect()).status).toBe(200)
    await notify(bucket(), 'orders')
    await put()
    expect(thief.received).toEqual([])
  })

  test('gets nothing by a notification that copied the redirected topic, once that is noticed', async () => {
    await redirect()
    const notification = { Id: 'own', TopicArn: arn(), Events: ['s3:ObjectCreated:*' as const] }
    await client.putBucketNotificationConfiguration({
      Bucket: bucket(),
      NotificationConfiguration: { TopicConfigurations: [notification] },
    })
    await put()
    expect(thief.events()).toEqual(['ObjectCreated:Put luong.xlsx'])
    thief.received.length = 0

    const before = Math.floor(Date.now() / 1000)
    await keep()
    await put()
    expect(thief.received).toEqual([])
    expect(logged).toEqual([{ account: person.accountId, topic: 'orders', state: 'changed' }])
    expect(await alteredAt('orders')).toBeGreaterThanOrEqual(before)
    expect((await all()).map(({ name }) => name)).toEqual(['own'])
    logged = []
    await keep()
    expect(logged).toEqual([])
  })

  test('stops uploads by deleting the topic until that is noticed', async () => {
    await notify(bucket(), 'orders')
    expect((await callSns(others, 'DeleteTopic', { TopicArn: arn() })).status).toBe(200)
    await expect(put()).rejects.toThrow()
    await keep()
    await put()
    expect(logged).toEqual([{ account: person.accountId, topic: 'orders', state: 'deleted' }])
    expect(await alteredAt('orders')).not.toBeNull()
  })

  test('has no copy of a topic listed that belongs to no notification', async () => {
    await redirect(`made-up_kho-${person.accountId}-orders`)
    await keep()
    expect(logged).toHaveLength(1)
    logged = []
    await keep()
    expect(logged).toEqual([])
  })
})

describe('topics and the notifications that name them are removed from RGW', () => {
  let client: S3
  let name: string
  beforeEach(async () => {
    number += 1
    await newOwner(`chu-${number}`)
    client = await clientOf(console, person)
    await say('createBucket', { body: { bucket: `kho-hang-${number}` } })
    await make('orders')
    ;({ name } = await notify(`kho-hang-${number}`, 'orders'))
    const own = await callSns(await snsOf(client), 'CreateTopic', {
      Name: `own-${number}`,
      ...attributes({ 'push-endpoint': 'http://127.0.0.1:9', persistent: 'true' }),
    })
    const TopicArn = /<TopicArn>(.+)<\/TopicArn>/.exec(own.xml)![1]!
    await client.putBucketNotificationConfiguration({
      Bucket: `kho-hang-${number}`,
      NotificationConfiguration: {
        TopicConfigurations: [{ Id: 'own', TopicArn, Events: ['s3:ObjectCreated:*'] }],
      },
    })
    logged = []
  })
  const inTopics = async () =>
    (await callSns(await snsOf(client), 'ListTopics')).xml.includes(`kho-${person.accountId}-`)
  const atBucket = async () => {
    const found = await client.getBucketNotificationConfiguration({ Bucket: `kho-hang-${number}` })
    return found.TopicConfigurations?.map(({ Id }) => Id).sort()
  }
  const allow = (allowed: boolean) =>
    console.kho.services.db
      .updateTable('accounts')
      .set({ enable_bucket_notification: Number(allowed) })
      .where('id', '=', person.accountId)
      .execute()

  test('when the right to notifications goes; the topics come back with it', async () => {
    expect([await inTopics(), await atBucket()]).toEqual([true, [name, 'own'].sort()])
    await allow(false)
    await keep()
    expect([await inTopics(), await atBucket()]).toEqual([false, ['own']])
    await client.putObject({ Bucket: `kho-hang-${number}`, Key: 'a', Body: 'x' })
    expect(logged).toEqual([{ account: person.accountId, topic: 'orders' }])
    await keep()
    expect(logged).toHaveLength(1)

    await allow(true)
    await keep()
    expect([await inTopics(), await atBucket()]).toEqual([true, ['own']])
    expect(await alteredAt('orders')).toBeNull()
  })

  test('when the console has no inbox any more', async () => {
    await keep(null)
    expect([await inTopics(), await atBucket()]).toEqual([false, ['own']])
  })
})

test('topics that RGW does not list are created again all the same', async () => {
  await newOwner('giang')
  await make('orders')
  const asked: (string | null)[] = []
  const server = createServer(async (sent, response) => {
    const fields = new URLSearchParams(await text(sent))
    const name = fields.get('Name')
    asked.push(fields.get('Action'))
    response.statusCode = name === null ? 403 : 200
    response.end(name === null ? '' : `<R><TopicArn>arn:aws:sns:default::${name}</TopicArn></R>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const others = console.kho.services.db.updateTable('accounts').where('id', '!=', person.accountId)
  await others.set({ suspended: 1 }).execute()
  await keep(inboxUrl, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await others.set({ suspended: 0 }).execute()
  server.close()
  expect(asked).toEqual(['ListTopics', 'CreateTopic'])
})

test('when the inbox has moved, topics and notifications lead to its new place', async () => {
  await newOwner('dung')
  await say('createBucket', { body: { bucket: 'anh-moi' } })
  const { arn } = await make('orders')
  const { name } = await notify('anh-moi', 'orders')
  await keep()
  logged = []
  await keep('http://127.0.0.1:9/moved')
  const target = await snsOf(await clientOf(console, person))
  for (const topic of [arn, arn.replace('::', `::${name}_`)]) {
    const { xml } = await callSns(target, 'GetTopicAttributes', { TopicArn: topic })
    expect(xml).toContain('&quot;EndpointAddress&quot;:&quot;http://127.0.0.1:9/moved&quot;')
  }
  expect([logged, await alteredAt('orders')]).toEqual([[], null])
  await keep()
})
