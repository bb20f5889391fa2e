import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { S3 } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventMailsPerDay } from '../../domain/limits.ts'
import {
  type Delivery,
  type DeliveryDetail,
  needs,
  type Topic,
  type TopicDetail,
} from '../../openapi/schema.ts'
import { unsubscribeToken } from '../../server/mail/links.ts'
import { storeMail } from '../../server/mail/queue.ts'
import { takeAttempts } from '../../server/store/attempts.ts'
import { readMail, tokenIn } from '../support/mail.ts'
import { type Received, type Receiver, startReceiver, verify } from '../support/receiver.ts'
import { attributes, callSns } from '../support/sns.ts'
import { type Answer, problem, region, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type Person } from './support/people.ts'
import { contract, request } from './support/requests.ts'
import { ownConsole, shared, sharedConsole } from './support/with-console.ts'

const HOUR = 3600_000
const console = sharedConsole({ KHO_WEBHOOK_ALLOW: '127.0.0.1' }, { webhookTime: 500 })
const makers = shared(() => makePeople(console))
let person: Person
let owner: Visitor
let client: S3
let receiver: Receiver
let number = 0
let bucket = ''
beforeEach(async () => {
  receiver = await startReceiver()
  number += 1
  bucket = `don-hang-${number}`
  person = await makers.owner(`khach-${number}`, { events: true })
  owner = await makers.visit(person, { confirmed: true })
  await say('createBucket', { bucket })
  client = await clientOf(console, person)
})
afterEach(async () => {
  await console.kho.services.db.deleteFrom('topics').execute()
  await receiver.stop()
})

/** The body of a good answer. */
async function say<T>(id: string, body: Record<string, unknown>, visitor = owner): Promise<T> {
  const answer = await request(visitor, id, { body })
  expect([answer.status, answer.body]).toEqual([answer.status < 300 ? answer.status : 'good', answer.body])
  return answer.body as T
}
async function ask<T>(id: string, values: Record<string, string> = {}): Promise<T> {
  const answer = await request(owner, id, { values })
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body as T
}

const make = (name: string, path = '/') =>
  say<Topic>('createTopic', { name, address: `${receiver.url}${path}`, group_id: null })
const notify = (topic: string, more = {}) =>
  say('setBucketNotification', {
    ...{ bucket, topic, events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'], prefix: '', suffix: '' },
    ...more,
  })
const put = (Key: string, Body = 'x') => client.putObject({ Bucket: bucket, Key, Body })
const secretOf = async (name: string) => (await say<{ secret: string }>('revealTopicSecret', { name })).secret
const log = async (name: string, state?: string) =>
  (await ask<{ deliveries: Delivery[] }>('listDeliveries', { name, ...(state && { state }) })).deliveries
const detail = (name: string, id: string) => ask<DeliveryDetail>('getDelivery', { name, id })
const counts = async (name: string) => (await ask<TopicDetail>('getTopic', { name })).counts
/** Waits until the log has so many events in these states. */
const settled = (name: string, wanted: Partial<TopicDetail['counts']>) =>
  expect.poll(() => counts(name)).toMatchObject(wanted)
/** Throws where a receiver would not have taken the signature then. */
function verifyThen(secret: string, received: Received): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(received.headers['webhook-timestamp']) * 1000 })
  try {
    verify(secret, received)
  } finally {
    vi.useRealTimers()
  }
}
/** Moves the clock, and delivers what is due then. */
async function later(ms: number): Promise<void> {
  console.clock.now += ms
  owner = await makers.visit(person, { confirmed: true })
  await console.kho.services.deliverer.run()
}

describe('a topic of the console', () => {
  test('that is made while the storage is asked for its topics stays', async () => {
    const { topics } = console.kho.services.admin as { topics: { list(uid: string): Promise<unknown[]> } }
    const list = topics.list
    const listing = vi.spyOn(topics, 'list').mockImplementationOnce(async uid => {
      const before = await list(uid)
      await make('late')
      return before
    })
    await ask('listTopics')
    listing.mockRestore()
    const there = console.kho.services.db.selectFrom('topics').select('name').where('gone', '=', 0)
    expect(await there.execute()).toEqual([{ name: 'late' }])
  })

  test('gets the events of a bucket in S3’s format, signed as Standard Webhooks has it', async () => {
    await make('orders', '/hook?x=1')
    await notify('orders', { prefix: 'a/' })
    await put('a/một file.txt')
    await put('b')
    await client.deleteObject({ Bucket: bucket, Key: 'a/một file.txt' })
    await settled('orders', { delivered: 3 })
    const key = 'a/m%E1%BB%99t+file.txt'
    expect(receiver.events()).toEqual([`ObjectCreated:Put ${key}`, `ObjectRemoved:Delete ${key}`])
    const [test, created] = receiver.received
    expect(test!.events).toEqual(['s3:TestEvent'])
    const secret = await secretOf('orders')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    for (const each of receiver.received) verifyThen(secret, each)
    expect(created!.path).toBe('/hook?x=1')
    const storageUser = `kho-${person.accountId}`
    expect(JSON.parse(created!.body)).toEqual({
      Records: [
        {
          ...{ eventVersion: '2.3', eventSource: 'aws:s3', awsRegion: region },
          eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          eventName: 'ObjectCreated:Put',
          userIdentity: { principalId: storageUser },
          requestParameters: { sourceIPAddress: '127.0.0.1' },
          responseElements: {
            'x-amz-request-id': expect.stringMatching(/^\w{16}$/),
            'x-amz-id-2': expect.stringMatching(/^\w{16}$/),
          },
          s3: {
            s3SchemaVersion: '1.0',
            configurationId: expect.stringMatching(/^orders-[0-9a-f]{4}$/),
            bucket: {
              name: bucket,
              ownerIdentity: { principalId: storageUser },
              arn: `arn:aws:s3:::${bucket}`,
            },
            object: {
              ...{ key, size: 1, eTag: '9dd4e461268c8034f5c8564e155c67a6' },
              sequencer: expect.stringMatching(/^[0-9A-F]{16}$/),
            },
          },
        },
      ],
    })
  })

  test('is paused when its address answers 410, and the owner gets a mail; resuming it sends what waits', async () => {
    await make('left', '/left')
    receiver.answer = ({ path }, response) => response.writeHead(path === '/left' ? 410 : 204).end()
    await notify('left')
    const topic = async () => (await ask<TopicDetail>('getTopic', { name: 'left' })).topic
    await expect.poll(topic).toMatchObject({ paused: true, refused_at: expect.any(Number) })
    const [mail] = await mailed(person.email)
    expect(mail).toMatchObject({ text: expect.stringContaining(`left: ${receiver.url}\n`) })
    await put('waits', '1')
    await settled('left', { pending: 2, delivered: 0, failed: 0 })
    receiver.answer = (_, response) => response.writeHead(204).end()
    await say('changeTopic', { name: 'left', paused: false, address: `${receiver.url}/left`, group_id: null })
    await settled('left', { pending: 0, delivered: 2, failed: 0 })
    expect(await topic()).toMatchObject({ paused: false, refused_at: null })
  })

  test('is not paused by the 410 of an address that it no longer has', async () => {
    await make('moved', '/old')
    const asked = Promise.withResolvers<() => void>()
    receiver.answer = ({ path }, response) => {
      if (path === '/old') asked.resolve(() => void response.writeHead(410).end())
      else response.writeHead(204).end()
    }
    await notify('moved')
    const refuse = await asked.promise
    await say('changeTopic', { name: 'moved', paused: false, address: `${receiver.url}/new`, group_id: null })
    refuse()
    await expect.poll(async () => (await log('moved', 'pending'))[0]?.tries).toBe(1)
    await later(HOUR)
    await settled('moved', { pending: 0, delivered: 1, failed: 0 })
  })

  test('is tried again while its address fails, in order for each key, and another one meanwhile', async () => {
    await make('dead', '/dead')
    await make('alive', '/alive')
    await notify('dead')
    await notify('alive')
    // Each saving of the bucket's notifications tests all their topics.
    await settled('dead', { delivered: 2 })
    receiver.answer = ({ path }, response) =>
      response.writeHead(path === '/dead' ? 500 : 200).end('not today')
    for (const key of ['a', 'b']) for (const body of ['1', '22', '333']) await put(key, body)
    await settled('alive', { delivered: 7, pending: 0 })
    const sizes = (path: string) =>
      receiver.received
        .filter(each => each.path === path && each.events[0] !== 's3:TestEvent')
        .map(({ body }) => JSON.parse(body).Records[0].s3.object)
        .map(({ key, size }) => `${key}${size}`)
    expect(sizes('/alive').filter(each => each.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    await settled('dead', { delivered: 2, pending: 6, failed: 0 })
    await expect.poll(() => new Set(sizes('/dead'))).toEqual(new Set(['a1', 'b1']))
    const [last] = (await log('dead', 'pending')).filter(({ tries }) => tries > 0)
    expect(last).toMatchObject({ event: 's3:ObjectCreated:Put', bucket, status: 500, problem: 'STATUS' })
    expect(last!.ended_at).toBeNull()
    expect((await detail('dead', last!.id)).attempts[0]).toMatchObject({
      ...{ status: 500, problem: 'STATUS', answer: 'not today', next_at: last!.next_at },
    })
    expect((await ask<TopicDetail>('getTopic', { name: 'dead' })).topic.failing_since).toBeTypeOf('number')
    receiver.answer = (_, response) => response.writeHead(200).end('ok')
    const before = receiver.received.length
    await later(HOUR)
    await settled('dead', { delivered: 8, pending: 0 })
    const came = receiver.received.slice(before).map(({ body }) => JSON.parse(body).Records[0].s3.object)
    for (const key of ['a', 'b'])
      expect(came.filter(each => each.key === key).map(({ size }) => size)).toEqual([1, 2, 3])
    // What failed and was sent again has the same id.
    expect(new Set(receiver.received.filter(({ path }) => path === '/dead').map(({ id }) => id)).size).toBe(8)
    expect((await ask<TopicDetail>('getTopic', { name: 'dead' })).topic.failing_since).toBeNull()
  })

  test('that waits after failures is tried at once by a test, before what waits', async () => {
    await make('dead')
    receiver.answer = (_, response) => response.writeHead(500).end()
    await notify('dead')
    for (const key of ['a', 'b', 'c']) await put(key)
    const tried = async () => (await log('dead', 'pending')).filter(({ tries }) => tries > 0).length
    await expect.poll(tried).toBeGreaterThanOrEqual(3)
    await put('waits')
    receiver.answer = (_, response) => response.writeHead(200).end()
    const before = receiver.received.length
    const { id } = await say<{ id: string }>('testTopic', { name: 'dead' })
    await expect.poll(() => receiver.received[before]?.id).toBe(id)
  })

  test('drops after a day what its address never took, and sends it again when asked', async () => {
    await make('orders')
    receiver.answer = (_, response) => response.writeHead(503, { 'retry-after': '120' }).end()
    await notify('orders')
    await put('a')
    await put('a')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
    for (let hours = 0; hours <= 26; hours++) await later(HOUR)
    await settled('orders', { pending: 0, failed: 3, delivered: 0 })
    const ids = (await log('orders', 'failed')).map(({ id }) => id)
    expect(await log('orders', 'delivered')).toEqual([])
    receiver.answer = (_, response) => response.writeHead(200).end('thanks')
    const old = await secretOf('orders')
    const { secret } = await say<{ secret: string }>('rotateTopicSecret', { name: 'orders' })
    const [first] = ids
    expect(await say('resendDeliveries', { name: 'orders', id: first })).toEqual({ count: 1 })
    await settled('orders', { failed: 2, delivered: 1 })
    const sent = receiver.received.at(-1)!
    expect(sent.id).toBe(first)
    // Signed with the new secret, and for a day with the old one.
    verifyThen(secret, sent)
    verifyThen(old, sent)
    expect(await say('resendDeliveries', { name: 'orders', id: null })).toEqual({ count: 2 })
    await settled('orders', { failed: 0, delivered: 3 })
    const nothing = await request(owner, 'resendDeliveries', { body: { name: 'orders', id: null } })
    expect(problem(nothing)).toEqual({ status: 409, code: 'NOTHING_TO_RETRY' })
    expect((await detail('orders', first!)).attempts[0]).toMatchObject({
      ...{ status: 200, problem: null, answer: 'thanks', next_at: null },
    })
  })

  test('after a day signs with the new secret only', async () => {
    await make('orders')
    const old = await secretOf('orders')
    const { secret, old_until: until } = await say<{ secret: string; old_until: number }>(
      'rotateTopicSecret',
      { name: 'orders' },
    )
    expect(until).toBe(Math.floor(console.clock.now / 1000) + 86_400)
    await later(25 * HOUR)
    await say('testTopic', { name: 'orders' })
    await settled('orders', { delivered: 1 })
    const [sent] = receiver.received
    expect(sent!.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    const { signatures } = await import('../../server/events/webhook.ts')
    const time = Number(sent!.headers['webhook-timestamp'])
    const by = (key: string) => signatures([key], sent!.id, time, sent!.body)
    expect(sent!.headers['webhook-signature']).toBe(by(secret))
    expect(by(old)).not.toBe(by(secret))
  })

  test('that gets two new secrets at once signs by both', async () => {
    await make('orders')
    const rotate = () => say<{ secret: string }>('rotateTopicSecret', { name: 'orders' })
    const given = await Promise.all([rotate(), rotate()])
    await say('testTopic', { name: 'orders' })
    await settled('orders', { delivered: 1 })
    for (const { secret } of given) verifyThen(secret, receiver.received.at(-1)!)
  })

  test('sends nothing while it is paused, and all of it afterwards, though days have passed', async () => {
    await make('orders')
    await notify('orders')
    await settled('orders', { delivered: 1 })
    expect(await say('changeTopic', { name: 'orders', paused: true })).toMatchObject({ paused: true })
    await put('a')
    await settled('orders', { pending: 1 })
    expect((await log('orders', 'pending')).map(({ next_at }) => next_at)).toEqual([null])
    await later(3 * 24 * HOUR)
    expect(receiver.events()).toEqual([])
    await say('changeTopic', { name: 'orders', paused: false })
    await settled('orders', { delivered: 2, pending: 0, failed: 0 })
    expect(receiver.events()).toEqual(['ObjectCreated:Put a'])
  })

  test('is cut off in the middle of an attempt once its account is suspended, and the attempt does not count', async () => {
    const patient = await ownConsole({ KHO_WEBHOOK_ALLOW: '127.0.0.1' })
    const owners = await makePeople(patient)
    const boss = await owners.owner('ngung', { events: true })
    const visitor = await owners.visit(boss, { confirmed: true })
    const name = 'held'
    await say('createTopic', { name, address: receiver.url, group_id: null }, visitor)
    const begun = Promise.withResolvers<ServerResponse>()
    receiver.answer = (_, response) => begun.resolve(response)
    await say('testTopic', { name }, visitor)
    const cut = once(await begun.promise, 'close')
    const admin = await owners.visit(await owners.superAdmin(), { confirmed: true })
    await say('changeAccount', { id: boss.accountId, suspended: true }, admin)
    await cut
    const { db } = patient.kho.services
    const waiting = () => db.selectFrom('deliveries').select(['state', 'tries']).execute()
    await expect.poll(waiting).toEqual([{ state: 'pending', tries: 0 }])
  })

  test('that hangs, redirects or is gone is shown in the log, and holds up no other [V15.3.2, V16.3.4]', async () => {
    await make('slow', '/slow')
    await make('moved', '/moved')
    await make('good', '/good')
    receiver.answer = ({ path }, response) => {
      if (path === '/moved') response.writeHead(302, { location: `${receiver.url}/good` }).end('over there')
      else if (path === '/good') response.writeHead(200).end()
    }
    for (const name of ['slow', 'moved', 'good']) await say('testTopic', { name })
    await settled('good', { delivered: 1 })
    const problemOf = async (name: string) => {
      const [{ id } = { id: '' }] = await log(name)
      const [attempt] = (await detail(name, id)).attempts
      return attempt && [attempt.status, attempt.problem, attempt.answer]
    }
    await expect.poll(() => problemOf('slow')).toEqual([null, 'TIMEOUT', ''])
    await expect.poll(() => problemOf('moved')).toEqual([302, 'REDIRECTED', 'over there'])
    expect(receiver.received.filter(({ path }) => path === '/good')).toHaveLength(1)
  })
})

test('topics that a key of the account made by SNS are the console’s too, until they are deleted there', async () => {
  const { keys } = await console.kho.services.access.clientForAccount(person)
  const sns = (action: string, fields: Record<string, string>) =>
    callSns({ url: console.kho.s3Url!, region, keys }, action, fields)
  const TopicArn = `arn:aws:sns:${region}:kho-${person.accountId}:By_key`
  const endpoint = { 'push-endpoint': `${receiver.url}/key`, OpaqueData: 'mine' }
  expect((await sns('CreateTopic', { Name: 'By_key', ...attributes(endpoint) })).status).toBe(200)
  await notify('By_key')
  await put('a')
  await settled('By_key', { delivered: 2 })
  const { topics } = await ask<{ topics: Topic[] }>('listTopics')
  expect(topics.map(({ name, arn, address }) => [name, arn, address])).toEqual([
    ['By_key', TopicArn, `${receiver.url}/key`],
  ])
  verifyThen(await secretOf('By_key'), receiver.received.at(-1)!)
  expect(JSON.parse(receiver.received.at(-1)!.body).Records[0].opaqueData).toBe('mine')
  await sns('DeleteTopic', { TopicArn })
  expect(await ask('listTopics')).toEqual({ topics: [] })
  const { db } = console.kho.services
  await expect.poll(() => db.selectFrom('deliveries').select('id').execute()).toEqual([])
})

describe('an address inside the server’s own network', () => {
  const refused = async (address: string) => {
    const answer = await request(owner, 'createTopic', { body: { name: 'x', address, group_id: null } })
    return problem(answer).code
  }
  test('is refused when a topic is made, however it is written [V1.3.6]', async () => {
    const inside = [
      ...['http://127.0.0.2/', 'http://localhost./x', 'http://[::1]:9000/', 'http://2130706434/'],
      ...['http://0x7f000002/', 'http://0177.0.0.2/', 'http://127.2/', 'http://[::ffff:127.0.0.2]/'],
      ...['http://10.1.2.3/', 'http://192.168.1.1/', 'http://172.16.0.1/', 'http://169.254.169.254/latest/'],
      ...['http://[fe80::1]/', 'http://[fd00:ec2::254]/', 'http://0.0.0.0/', 'http://100.100.100.200/'],
      ...['http://[64:ff9b::a9fe:a9fe]/', 'http://[2002:7f00:1::]/', 'http://no-such-name.invalid/'],
    ]
    for (const address of inside)
      expect([address, await refused(address)]).toEqual([address, 'ADDRESS_REFUSED'])
  })

  test('is not what an address is called that could not be looked at', async ({ onTestFinished }) => {
    const { guard } = console.kho.services
    const { check } = guard
    onTestFinished(() => void Object.assign(guard, { check }))
    guard.check = () => Promise.reject(new Error('The addresses of this machine cannot be read.'))
    expect(await refused('https://8.8.8.8/')).toBe('UNKNOWN_ERROR')
  })

  test('is not reached either where a key of the account made the topic', async () => {
    const { keys } = await console.kho.services.access.clientForAccount(person)
    const endpoint = attributes({ 'push-endpoint': receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.2]') })
    const fields = { Name: 'inside', ...endpoint }
    await callSns({ url: console.kho.s3Url!, region, keys }, 'CreateTopic', fields)
    await say('testTopic', { name: 'inside' })
    await expect.poll(async () => (await log('inside'))[0]?.tries).toBe(1)
    const [{ id }] = (await log('inside')) as [Delivery]
    expect((await detail('inside', id)).attempts[0]).toMatchObject({
      status: null,
      problem: 'ADDRESS_REFUSED',
    })
    expect(receiver.received).toEqual([])
  })
})

describe('rights', () => {
  test('without bucket notifications its keys make none at the storage either, and those it has send nothing', async () => {
    await make('orders')
    await notify('orders')
    await put('before')
    await expect.poll(() => receiver.received.length).toBe(2)
    const admin = await makers.visit(await makers.superAdmin(), { confirmed: true })
    const allow = (enable_bucket_notification: boolean) =>
      say('changeAccount', { id: person.accountId, suspended: false, enable_bucket_notification }, admin)
    await allow(false)
    await put('meanwhile')
    const { keys } = await console.kho.services.access.clientForAccount(person)
    const there = { url: console.kho.s3Url!, region, keys }
    expect((await callSns(there, 'CreateTopic', { Name: 'mine' })).code).toBe('AuthorizationError')
    const { TopicConfigurations } = await client.getBucketNotificationConfiguration({ Bucket: bucket })
    const again = { Bucket: bucket, NotificationConfiguration: { TopicConfigurations } }
    await expect(client.putBucketNotificationConfiguration(again)).rejects.toThrow('AccessDenied')
    await allow(true)
    await put('after')
    await expect.poll(() => receiver.received.length).toBe(3)
    expect(receiver.received.at(-1)!.body).toContain('after')
  })

  test('only an owner of an account with bucket notifications has topics, and only its own', async () => {
    await make('orders')
    const without = await makers.visit(await makers.owner('without'), { confirmed: true })
    expect(problem(await request(without, 'listTopics')).code).toBe('PERMISSION_DENIED')
    const sub = await makers.visit(await makers.subUser(person, 'sub-of-events', 'full-control'), {
      confirmed: true,
    })
    expect(problem(await request(sub, 'listTopics')).code).toBe('PERMISSION_DENIED')
    const stranger = await makers.visit(await makers.owner('stranger', { events: true }), { confirmed: true })
    const tried: [string, Record<string, unknown>, Record<string, string>?][] = [
      ['getTopic', {}, { name: 'orders' }],
      ['changeTopic', { name: 'orders', paused: true }],
      ['deleteTopic', { name: 'orders', typed: 'orders' }],
      ['revealTopicSecret', { name: 'orders' }],
      ['rotateTopicSecret', { name: 'orders' }],
      ['testTopic', { name: 'orders' }],
      ['listDeliveries', {}, { name: 'orders' }],
      ['getDelivery', {}, { name: 'orders', id: 'msg_x' }],
      ['resendDeliveries', { name: 'orders', id: null }],
    ]
    const codes: Answer[] = []
    for (const [id, body, values] of tried)
      codes.push(await request(stranger, id, { ...(values ? { values } : { body }) }))
    expect(codes.map(answer => problem(answer).code)).toEqual(tried.map(() => 'TOPIC_NOT_FOUND'))
    expect((await request(stranger, 'listTopics')).body).toEqual({ topics: [] })
  })

  test('a bucket of another account is told to nobody else', async () => {
    await make('orders')
    await notify('orders')
    const { notifications } = await ask<{ notifications: { name: string }[] }>('listBucketNotifications')
    const [{ name }] = notifications as [{ name: string }]
    const other = await makers.owner('eavesdropper', { events: true })
    const stranger = await makers.visit(other, { confirmed: true })
    const topic = { name: 'mine', address: receiver.url, group_id: null }
    expect((await request(stranger, 'createTopic', { body: topic })).status).toBe(201)
    const body = { bucket, topic: 'mine', events: ['s3:ObjectCreated:*'], prefix: '', suffix: '' }
    const tried: [string, Parameters<typeof request>[2]][] = [
      ['setBucketNotification', { body }],
      ['getBucketNotification', { values: { bucket, name } }],
      ['deleteBucketNotification', { body: { bucket, name, typed: name } }],
    ]
    for (const [id, said] of tried)
      expect([id, problem(await request(stranger, id, said)).code]).toEqual([id, 'ACCESS_DENIED'])
    expect((await request(stranger, 'listBucketNotifications')).body).toMatchObject({ notifications: [] })
    expect(await ask('listBucketNotifications')).toMatchObject({ notifications })
  })

  test('the secret is shown to who has confirmed with PIN or code', async () => {
    await make('orders')
    const visitor = await makers.visit(person)
    const body = { name: 'orders' }
    for (const id of ['revealTopicSecret', 'rotateTopicSecret'])
      expect(problem(await request(visitor, id, { body })).code).toBe('CONFIRMATION_REQUIRED')
  })
})

describe('by the specification', () => {
  test('Topic name: a-z, 0-9, - only; unique (Topic name has already existed! Please use another name)', async () => {
    await make('orders-2')
    const again = await request(owner, 'createTopic', {
      body: { name: 'orders-2', address: receiver.url, group_id: null },
    })
    expect(problem(again)).toEqual({ status: 409, code: 'TOPIC_EXISTS' })
    for (const name of ['Orders', 'a_b', 'a.b', 'đơn-hàng', '']) {
      const body = { name, address: receiver.url, group_id: null }
      expect(problem(await request(owner, 'createTopic', { body })).fields?.[0]?.field).toBe('name')
    }
  })

  test('topic and notification deletion require typing the exact name (Not match)', async () => {
    await make('orders')
    const made = await say<{ name: string }>('setBucketNotification', {
      ...{ bucket, topic: 'orders', events: ['s3:ObjectCreated:*'], prefix: '', suffix: '' },
    })
    const wrong = { status: 400, code: 'NAME_MISMATCH' }
    const body = { bucket, name: made.name }
    const drop = (typed: string) => request(owner, 'deleteBucketNotification', { body: { ...body, typed } })
    expect(problem(await drop('x'))).toEqual(wrong)
    expect(await ask('getBucketNotification', body)).toEqual({ ...made })
    expect((await drop(made.name)).status).toBe(204)
    expect(problem(await drop(made.name))).toEqual({ status: 404, code: 'NOT_FOUND' })
    const read = (values: Record<string, string>) => request(owner, 'getBucketNotification', { values })
    expect(problem(await read(body)).code).toBe('NOT_FOUND')
    expect(problem(await read({ ...body, bucket: 'missing' })).code).toBe('BUCKET_NOT_FOUND')
    const missing = { ...body, bucket: 'missing', typed: made.name }
    expect(problem(await request(owner, 'deleteBucketNotification', { body: missing })).code).toBe(
      'BUCKET_NOT_FOUND',
    )
    expect(await ask('listBucketNotifications')).toMatchObject({ notifications: [] })
    const dropTopic = (typed: string) => request(owner, 'deleteTopic', { body: { name: 'orders', typed } })
    expect(problem(await dropTopic('order'))).toEqual(wrong)
    expect((await dropTopic('orders')).status).toBe(204)
    expect(problem(await dropTopic('orders'))).toEqual({ status: 404, code: 'TOPIC_NOT_FOUND' })
  })

  test('a topic in use says by which buckets, and they stop telling it when it is deleted', async () => {
    await make('orders')
    await make('other')
    await notify('orders')
    await notify('orders', { suffix: '.jpg' })
    await notify('other')
    const detail = await ask<TopicDetail>('getTopic', { name: 'orders' })
    expect(detail.buckets).toEqual([bucket])
    await say('deleteTopic', { name: 'orders', typed: 'orders' })
    const { notifications } = await ask<{ notifications: { topic: string }[] }>('listBucketNotifications')
    expect(notifications.map(({ topic }) => topic)).toEqual(['other'])
  })

  test('Bucket notification requires bucket, topic and event', async () => {
    await make('orders')
    const set = (body: Record<string, unknown>) =>
      request(owner, 'setBucketNotification', {
        body: { bucket, topic: 'orders', events: ['s3:ObjectCreated:*'], prefix: '', suffix: '', ...body },
      })
    expect(problem(await set({ bucket: 'missing' }))).toEqual({ status: 404, code: 'BUCKET_NOT_FOUND' })
    expect(problem(await set({ topic: 'missing' }))).toEqual({ status: 404, code: 'TOPIC_NOT_FOUND' })
    expect(problem(await set({ events: [] })).fields?.[0]?.field).toBe('events')
  })
})

test('a topic is changed to another address, or to a group, but to none that is not there', async () => {
  await make('orders', '/old')
  const change = async (body: Record<string, unknown>) => {
    const answer = await request(owner, 'changeTopic', { body: { name: 'orders', paused: false, ...body } })
    return answer.status === 200 ? (answer.body as Topic) : problem(answer).code
  }
  expect(await change({ address: 'http://10.0.0.1/' })).toBe('ADDRESS_REFUSED')
  const nobody = '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11'
  expect(await change({ address: null, group_id: nobody })).toBe('GROUP_NOT_FOUND')
  expect(await change({ address: 'ftp://example.com/' })).toBe('INVALID_REQUEST')
  expect(await change({ address: `${receiver.url}/new` })).toMatchObject({ address: `${receiver.url}/new` })
  await notify('orders')
  await settled('orders', { delivered: 1 })
  expect(receiver.received.map(({ path }) => path)).toEqual(['/new'])
  const body = { name: 'Nhóm', emails: ['a@example.com'] }
  const group = await say<{ id: string }>('createNotificationGroup', body)
  expect(await change({ address: null, group_id: group.id })).toMatchObject({
    address: null,
    group: { id: group.id, name: 'Nhóm' },
  })
  expect(problem(await request(owner, 'getDelivery', { values: { name: 'orders', id: 'msg_x' } }))).toEqual({
    status: 404,
    code: 'NOT_FOUND',
  })
})

test('an account has 50 topics at most, and a bucket 100 notifications', async () => {
  const { keys } = await console.kho.services.access.clientForAccount(person)
  for (let topic = 0; topic < 50; topic++)
    await callSns({ url: console.kho.s3Url!, region, keys }, 'CreateTopic', { Name: `t${topic}` })
  const full = await request(owner, 'createTopic', {
    body: { name: 'more', address: receiver.url, group_id: null },
  })
  expect(problem(full)).toEqual({ status: 409, code: 'LIMIT_REACHED' })
  const TopicArn = `arn:aws:sns:${region}:kho-${person.accountId}:t0`
  const configuration = { TopicArn, Events: ['s3:ObjectCreated:*' as const] }
  const TopicConfigurations = Array.from({ length: 100 }, () => configuration)
  await client.putBucketNotificationConfiguration({
    Bucket: bucket,
    NotificationConfiguration: { TopicConfigurations },
  })
  const more = { bucket, topic: 't1', events: ['s3:ObjectCreated:*'], prefix: '', suffix: '' }
  const refused = await request(owner, 'setBucketNotification', { body: more })
  expect(problem(refused)).toEqual({ status: 409, code: 'LIMIT_REACHED' })
})

/** The mails in the outbox to an address. */
async function mailed(to: string) {
  await console.kho.services.mails.run()
  const folder = join(console.dataDir, 'outbox')
  const mails = await Promise.all(
    readdirSync(folder).map(name => readMail(readFileSync(join(folder, name), 'utf8'))),
  )
  return mails.filter(mail => mail.to === to)
}

/** A group whose addresses have confirmed. */
async function confirmedGroup(emails: string[]) {
  const group = await say<{ id: string }>('createNotificationGroup', { name: 'Kho', emails })
  for (const email of emails) {
    const token = tokenIn((await mailed(email)).at(-1)!, 'confirm-address')
    await say('confirmAddress', { token }, console.visitor())
  }
  return group
}

test('an address gets no event before it has confirmed, nor after it has unsubscribed', async () => {
  const [late, out] = [`late-${number}@example.com`, `out-${number}@example.com`] as const
  const group = await confirmedGroup([out])
  await say('createTopic', { name: 'mailed', address: null, group_id: group.id })
  const wider = { name: 'Kho', emails: [late, out] }
  expect((await request(owner, 'changeNotificationGroup', { values: group, body: wider })).status).toBe(200)
  await say('testTopic', { name: 'mailed' })
  await settled('mailed', { delivered: 1 })
  expect((await mailed(out)).map(({ subject }) => subject)).toEqual([
    'Xác nhận cho phép Kho gửi thông báo cho bạn',
    'Thử một chủ đề: mailed',
  ])
  expect(await mailed(late)).toHaveLength(1)
  const { db, vault } = console.kho.services
  const { id } = await db
    .selectFrom('notification_addresses')
    .select('id')
    .where('email', '=', out)
    .executeTakeFirstOrThrow()
  const link = `${console.url}/unsubscribe/${unsubscribeToken(vault, id)}`
  const looked = await fetch(link, { redirect: 'manual' })
  expect([looked.status, looked.headers.get('location')]).toEqual([
    302,
    `/unsubscribe#${unsubscribeToken(vault, id)}`,
  ])
  await say('testTopic', { name: 'mailed' })
  await later(300_000)
  await settled('mailed', { delivered: 2 })
  expect(await mailed(out)).toHaveLength(3)
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const body of [form, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })]) {
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  }
  const last = link.at(-1) === '0' ? '1' : '0'
  expect((await fetch(link.slice(0, -1) + last, { method: 'POST' })).status).toBe(400)
  await say('testTopic', { name: 'mailed' })
  await later(300_000)
  await settled('mailed', { delivered: 2, failed: 1 })
  expect(await mailed(out)).toHaveLength(3)
  expect(await mailed(late)).toHaveLength(1)
  // What waits for the mail server, too.
  const { id: topic } = await db.selectFrom('topics').select('id').executeTakeFirstOrThrow()
  const { id: kept } = (await db.selectFrom('notification_addresses').selectAll().execute())[0]!
  const mail = { to: out, subject: 'waits', text: '', html: '' }
  const wait = (receiver: string) =>
    storeMail({ db, vault }, { mail, link: null, receiver, topic }, 60, Math.floor(console.clock.now / 1000))
  await wait(id)
  await db.updateTable('notification_addresses').set({ state: 'confirmed' }).execute()
  await db.updateTable('accounts').set({ enable_bucket_notification: 0 }).execute()
  await wait(kept)
  expect(await mailed(out)).toHaveLength(3)
  await db.updateTable('accounts').set({ enable_bucket_notification: 1 }).execute()
  await wait(kept)
  expect(await mailed(out)).toHaveLength(4)
})

test('above the limit of a day, events wait for the mails of the next one', async () => {
  const email = `day-${number}@example.com`
  const group = await confirmedGroup([email])
  await say('createTopic', { name: 'mailed', address: null, group_id: group.id })
  const { db } = console.kho.services
  const { account_id } = await db
    .selectFrom('users')
    .select('account_id')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const now = Math.floor(console.clock.now / 1000)
  const limit = { attempts: eventMailsPerDay, seconds: 86_400 }
  expect(await takeAttempts(db, `event mails ${account_id}`, limit, eventMailsPerDay - 1, now)).toBe(null)
  await say('testTopic', { name: 'mailed' })
  await settled('mailed', { delivered: 1 })
  await console.kho.services.mails.run()
  await say('testTopic', { name: 'mailed' })
  await say('testTopic', { name: 'mailed' })
  await later(300_000)
  await settled('mailed', { pending: 2, delivered: 1 })
  await later(86_400_000 - 300_000)
  await settled('mailed', { pending: 0, delivered: 3 })
  const texts = (await mailed(email)).slice(1).map(({ text }) => text.match(/^Gửi thử$/gm)?.length)
  expect(texts).toEqual([1, 2])
})

test('a topic of a group is mailed, several events in one mail, and not again for five minutes', async () => {
  const group = await confirmedGroup(['mot@example.com', 'hai@example.com'])
  const topic = await say<Topic>('createTopic', { name: 'mailed', address: null, group_id: group.id })
  expect(topic).toMatchObject({ address: null, group: { id: group.id, name: 'Kho' } })
  await notify('mailed')
  await settled('mailed', { delivered: 1 })
  await put('one <b>')
  await put('two')
  await settled('mailed', { pending: 2 })
  await later(300_000)
  await settled('mailed', { pending: 0, delivered: 3 })
  const texts = (await mailed('mot@example.com')).slice(1).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.find(text => text?.includes('two'))).toMatch(
    /Đã lưu: don-hang-\d+\/one <b>\r?\nĐã lưu: don-hang-\d+\/two/,
  )
  const gone = await request(owner, 'createTopic', {
    body: { name: 'x', address: null, group_id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11' },
  })
  expect(problem(gone)).toEqual({ status: 404, code: 'GROUP_NOT_FOUND' })
})

test('events that the outbox dropped, or a full queue, are told as one event', async () => {
  await make('orders')
  const { db } = console.kho.services
  await db.updateTable('topics').set({ lost: 7 }).execute()
  await say('testTopic', { name: 'orders' })
  await settled('orders', { delivered: 2 })
  expect(receiver.events()).toEqual(['kho:EventsLost 7'])
})

test('storages without topics say so', async () => {
  const plain = await ownConsole({
    ...{ KHO_S3_KIND: 's3', KHO_S3_PORT: '', KHO_S3_ENDPOINT: 'http://127.0.0.1:9' },
    ...{ KHO_S3_ADMIN_KEY: 'key', KHO_S3_ADMIN_SECRET: 'word' },
  })
  await plain.kho.services.db.updateTable('accounts').set({ enable_bucket_notification: 1 }).execute()
  const people = await makePeople(plain)
  const visitor = await people.visit(await people.superAdmin(), { confirmed: true })
  const values = { name: 'don-hang', id: 'msg_x', bucket: 'anh' }
  const ids = contract.operations.map(({ id }) => id).filter(id => needs[id] === 'events')
  expect(ids).toHaveLength(15)
  for (const id of ids) {
    const { code } = problem(await request(visitor, id, { values }))
    expect([id, code]).toEqual([id, 'NOT_SUPPORTED'])
  }
})
