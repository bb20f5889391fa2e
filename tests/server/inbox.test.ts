import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bodyOf } from '../../server/events/bodies.ts'
import { comparableSequencer, makeInbox } from '../../server/events/inbox.ts'
import { findDelivery, logOf } from '../../server/store/delivery-log.ts'
import type { Database } from '../../server/store/open.ts'
import { putTopic } from '../../server/store/topics.ts'
import { makePeople, type Person } from './support/people.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const token = 'token-of-the-topic-0123456789abc'
const console = sharedConsole()
const people = shared(() => makePeople(console))
let person: Person
let inbox: Server
let url: string
let id: string
let number = 0
let warned: object[] = []
let crowded = false
beforeAll(async () => {
  const { db } = console.kho.services
  const log = { warn: (fields: object) => warned.push(fields), error: () => undefined }
  const handle = makeInbox({
    db,
    region: 'us-east-1',
    crowded: () => crowded,
    now: () => console.clock.now,
    log,
    taken: () => undefined,
  })
  inbox = createServer(handle).listen(0, '127.0.0.1')
  await once(inbox, 'listening')
  url = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}/`
})
afterAll(async () => {
  inbox.closeAllConnections()
  inbox.close()
})
beforeEach(async () => {
  warned = []
  console.clock.now += 3600_000
  number += 1
  person = await people.owner(`khach-${number}`, { events: true })
  id = `topic-${number}`
  await console.kho.services.db.transaction().execute(trx =>
    putTopic(trx, {
      ...{ id, account_id: person.accountId, name: 'orders', stamp: token, secret: '', created_at: 0 },
      address: 'https://example.com/',
    }),
  )
})

const allow = (allowed: boolean) =>
  console.kho.services.db
    .updateTable('accounts')
    .set({ enable_bucket_notification: Number(allowed) })
    .where('id', '=', person.accountId)
    .execute()
const uid = () => `kho-${person.accountId}`
/** An event as RGW 16 sends it; `at`: seconds of its sequencer. */
const event = (key: string, at = 0, { owner = uid(), opaque = `orders.${token}` } = {}) => ({
  ...{ eventVersion: '2.2', eventSource: 'ceph:s3', awsRegion: '', eventTime: '2026-11-25T19:04:16.925863Z' },
  eventName: 'ObjectCreated:Put',
  userIdentity: { principalId: owner },
  requestParameters: { sourceIPAddress: '' },
  responseElements: { 'x-amz-request-id': `request-${key}-${at}`, 'x-amz-id-2': '100a-default-default' },
  s3: {
    s3SchemaVersion: '1.0',
    configurationId: 'orders-1a2b',
    bucket: { name: 'anh', ownerIdentity: { principalId: owner }, arn: 'arn:aws:s3:::anh', id: 'x.1' },
    object: {
      ...{ key, size: 5, eTag: '5d41402abc4b2a76b9719d911017c592', versionId: '' },
      sequencer: `${at.toString(16).padStart(2, '0')}31076B34915C16`.toUpperCase(),
      ...{ metadata: [{ key: 'x-amz-meta-color', val: 'red' }], tags: [] },
    },
  },
  ...{ eventId: `1795633456.969883.${at}`, opaqueData: opaque },
})
type Posted = ReturnType<typeof event>

async function post(...records: Posted[]): Promise<number> {
  return (await fetch(url, { method: 'POST', body: JSON.stringify({ Records: records }) })).status
}
const kept = async () =>
  (await logOf(console.kho.services.db, id, { state: null, below: null, limit: 50 })).reverse()

test('an event is kept for its topic in S3’s format, without the token', async () => {
  expect(await post(event('thư mục/a b+c.txt'))).toBe(200)
  const [delivery] = await kept()
  expect(delivery).toMatchObject({ event: 's3:ObjectCreated:Put', bucket: 'anh', key: 'thư mục/a b+c.txt' })
  const found = await findDelivery(console.kho.services.db, id, delivery!.id)
  const body = bodyOf(found!, { opaque: '' })
  expect(body).not.toContain(token)
  expect(JSON.parse(body).Records[0]).toMatchObject({
    ...{ eventVersion: '2.3', eventSource: 'aws:s3', awsRegion: 'us-east-1', eventName: 'ObjectCreated:Put' },
    s3: {
      configurationId: 'orders-1a2b',
      object: { key: 'th%C6%B0+m%E1%BB%A5c/a+b%2Bc.txt', size: 5, sequencer: '6B073100165C9134' },
    },
  })
})

test('on a full disk it is only counted, as lost', async () => {
  crowded = true
  expect(await post(event('a'))).toBe(200)
  crowded = false
  expect(await kept()).toEqual([])
  const { db } = console.kho.services
  const topic = db.selectFrom('topics').select('lost').where('id', '=', id)
  expect(await topic.execute()).toEqual([{ lost: 1 }])
})

test('one that comes again is the same', async () => {
  await post(event('a'))
  await post(event('a'))
  expect((await kept()).map(({ key }) => key)).toEqual(['a'])
})

test('those that come side by side are kept in the order of their changes', async () => {
  const statuses = await Promise.all([3, 1, 2].map(at => post(event('a', at))))
  expect(statuses).toEqual([200, 200, 200])
  const bodies = await Promise.all(
    (await kept()).map(each => findDelivery(console.kho.services.db, id, each.id)),
  )
  expect(bodies.map(found => JSON.parse(found!.body).Records[0].s3.object.sequencer.slice(6, 8))).toEqual([
    ...['01', '02', '03'],
  ])
})

describe('what is for no topic of the console is taken, so that it does not come again, and dropped', () => {
  const others: [string, () => Promise<Posted>][] = [
    ['a wrong token', async () => event('a', 0, { opaque: 'orders.token-of-another-topic-0123456' })],
    ['an unknown topic', async () => event('a', 0, { opaque: `gone.${token}` })],
    ['no token', async () => event('a', 0, { opaque: '' })],
    [
      'a bucket of another account',
      async () => event('a', 0, { owner: `kho-${(await people.owner(`khac-${number}`)).accountId}` }),
    ],
    ['an unknown account', async () => event('a', 0, { owner: 'kho-nobody' })],
    [
      'an account whose right to notifications was taken away',
      async () => {
        await allow(false)
        return event('a')
      },
    ],
  ]
  test.each(others)('%s', async (_, make) => {
    expect(await post(await make())).toBe(200)
    expect(await kept()).toEqual([])
    expect(warned).toEqual([{ events: 1 }])
  })
})

test.each<[string, number, RequestInit]>([
  ['another method', 405, { method: 'GET' }],
  ['no JSON', 400, { method: 'POST', body: '{' }],
  ['another form', 400, { method: 'POST', body: '{"Records":[{}]}' }],
  ['too long a body', 413, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }],
])('%s is refused', async (_, status, init) => {
  expect((await fetch(url, init)).status).toBe(status)
})

test('where nothing can be kept, RGW is told so, and not at once', async ({ onTestFinished }) => {
  const broken = { transaction: () => ({ execute: () => Promise.reject(new Error('no space')) }) }
  const log = { warn: () => undefined, error: () => undefined }
  const paused: number[] = []
  const rest = Promise.withResolvers<void>()
  const handle = makeInbox({
    ...{ db: broken as unknown as Database, region: 'us-east-1', crowded: () => false },
    ...{ now: Date.now, log, taken: () => undefined },
    pause: ms => {
      paused.push(ms)
      return rest.promise
    },
  })
  const server = createServer(handle).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const body = JSON.stringify({ Records: [event('a')] })
  const answer = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  await expect.poll(() => paused).toEqual([1000])
  rest.resolve()
  expect((await answer).status).toBe(503)
})

test('a sequencer of RGW becomes one that can be compared as text', () => {
  expect(comparableSequencer('5E31076B34915C16')).toBe('6B07315E165C9134')
})
