import { request } from 'node:http'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { AnsweredRequest } from '../../server/log.ts'
import { signHeaders } from '../support/sign-s3.ts'
import { callSns } from '../support/sns.ts'
import { failure, type Running, region, send, startEngine, until } from './support.ts'

let running: Running
const told: AnsweredRequest[] = []
const answered = (answer: AnsweredRequest) => void told.push(answer)
afterEach(async () => {
  told.length = 0
  await running.stop()
})

const limits = (rate: number, atOnce: number) => ({ limits: { rate, atOnce }, answered })
const slow = { status: 503, code: 'SlowDown' }

/** A signed PUT whose last byte comes with `end`. */
function hold(key: string, keys = running.keys) {
  const host = `127.0.0.1:${running.port}`
  const path = `/ban/${key}`
  const headers = signHeaders({
    ...{ method: 'PUT', host, path, region, keys, payloadHash: 'UNSIGNED-PAYLOAD' },
    headers: { 'content-length': '2' },
  })
  const sending = request({
    ...{ host: '127.0.0.1', port: running.port, agent: false, method: 'PUT', path, headers },
  })
  const status = new Promise<number>(resolve =>
    sending.on('response', answer => resolve(answer.resume().statusCode!)),
  )
  sending.on('error', () => undefined)
  sending.write('x')
  onTestFinished(() => void sending.destroy())
  return { status, end: () => sending.end('y'), sending }
}

test('a key has its requests a second, and a refusal says SlowDown and when to come again [V2.4.1]', async () => {
  let now = Date.now()
  running = await startEngine({ ...limits(1, 0), now: () => now })
  const client = running.client()
  await client.createBucket({ Bucket: 'ban' })
  const list = () => failure(client.listObjectsV2({ Bucket: 'ban' }))
  for (let more = 0; more < 9; more += 1) expect(await list()).toBeUndefined()
  expect(await list()).toEqual(slow)
  const retryAfter = await client
    .listObjectsV2({ Bucket: 'ban' })
    .catch(error => error.$response.headers['retry-after'])
  expect(retryAfter).toBe('1')
  const { url, keys } = running
  expect(await callSns({ url, region, keys, now }, 'ListTopics')).toMatchObject(slow)
  const other = running.client({ keys: running.engine.admin.createKey('owner', 'full') })
  expect(await failure(other.listObjectsV2({ Bucket: 'ban' }))).toBeUndefined()
  now += 1000
  expect([await list(), await list()]).toEqual([undefined, slow])
  const refused = told.filter(answer => answer.refused)
  expect(refused[0]).toMatchObject({ surface: 's3', route: 'list', status: 503, user: 'owner' })
  expect(refused.length).toBe(4)
})

test('requests without a signature that holds count for the address, and not for the key that they name', async () => {
  const now = Date.now()
  running = await startEngine({ ...limits(1, 0), now: () => now })
  const forged = { ...running.keys, secretKey: 'wrong' }
  const client = running.client({ keys: forged })
  for (let more = 0; more < 10; more += 1)
    expect(await failure(client.listObjectsV2({ Bucket: 'ban' }))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    })
  expect(await failure(client.listObjectsV2({ Bucket: 'ban' }))).toEqual(slow)
  expect(await send(running, { path: '/ban/anonymous' })).toMatchObject(slow)
  expect(await failure(running.client().createBucket({ Bucket: 'ban' }))).toBeUndefined()
})

test('whoever has a link uses up neither the limit of its key nor that of other visitors', async () => {
  const now = Date.now()
  running = await startEngine({ ...limits(1, 0), now: () => now, trustedProxies: ['loopback'] })
  const client = running.client()
  await client.createBucket({ Bucket: 'ban' })
  const link = await getSignedUrl(client, new ListObjectsV2Command({ Bucket: 'ban' }))
  const visit = async (address: string) =>
    (await fetch(link, { headers: { 'x-forwarded-for': address } })).status
  for (let more = 0; more < 10; more += 1) expect(await visit('192.0.2.1')).toBe(200)
  expect([await visit('192.0.2.1'), await visit('192.0.2.2')]).toEqual([503, 200])
  expect(await failure(client.listObjectsV2({ Bucket: 'ban' }))).toBeUndefined()
})

test('a key has its requests at once; a place is free when an answer is sent, or a connection lost', async () => {
  running = await startEngine(limits(0, 2))
  const other = running.engine.admin.createKey('owner', 'full')
  await running.client().createBucket({ Bucket: 'ban' })
  const put = (keys = running.keys) =>
    failure(running.client({ keys }).putObject({ Bucket: 'ban', Key: 'c', Body: 'xy' }))
  const [first, second] = [hold('first'), hold('second')]
  await expect.poll(() => put()).toEqual(slow)
  expect(await put(other)).toBeUndefined()
  first.end()
  expect(await first.status).toBe(200)
  await expect.poll(() => put()).toBeUndefined()
  const third = hold('third')
  await expect.poll(() => put()).toEqual(slow)
  third.sending.destroy()
  await until(() => told.some(({ status }) => status === 499))
  expect(await put()).toBeUndefined()
  second.end()
  expect(await second.status).toBe(200)
})

test('the server’s own requests have no limit', async () => {
  running = await startEngine({ ...limits(1, 1), handle: { own: true } })
  const client = running.client()
  await client.createBucket({ Bucket: 'ban' })
  const all = Array.from({ length: 30 }, () => client.listObjectsV2({ Bucket: 'ban' }))
  expect((await Promise.all(all)).length).toBe(30)
})
