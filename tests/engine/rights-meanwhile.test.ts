import { type ClientRequest, get, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkEvery } from '../../server/limits/at-intervals.ts'
import { signHeaders } from '../support/sign-s3.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { region } from './support.ts'

const Bucket = 'meanwhile'
const { running, client } = engineForAll()
const bucket = newBucket(client, Bucket)
/** More than the buffers of two sockets hold. */
const large = Buffer.alloc(24 * 1024 ** 2, 'kho')

/** Lets the time pass after which a body on its way is checked again. */
function pass(): void {
  const now = performance.now() + 2 * checkEvery
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
}

/** A download of which nothing is read yet but its head. */
const begin = (key: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${running.url}/${Bucket}/${key}`, { agent: false }, resolve).on('error', reject)
  })

const end = async (answer: IncomingMessage): Promise<number | 'cut'> => {
  let size = 0
  try {
    for await (const piece of answer) size += (piece as Buffer).length
    return size
  } catch {
    return 'cut'
  }
}

const publicRead = (Key: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: {
      ...{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject' },
      Resource: `arn:aws:s3:::${Bucket}/${Key}`,
    },
  })

test('a public object that is deleted or replaced meanwhile is sent to its end', async () => {
  for (const Key of ['deleted', 'replaced']) await bucket.put(Key, large, { ACL: 'public-read' })
  const answers = await Promise.all([begin('deleted'), begin('replaced')])
  await bucket.remove('deleted')
  await bucket.put('replaced', 'another, private object')
  pass()
  expect(await Promise.all(answers.map(end))).toEqual([large.length, large.length])
})

test('a download ends with the policy or the ACL that allowed it', async () => {
  await bucket.put('policy', large)
  await bucket.put('acl', large, { ACL: 'public-read' })
  await client.putBucketPolicy({ Bucket, Policy: publicRead('policy') })
  const answers = await Promise.all([begin('policy'), begin('acl')])
  await client.deleteBucketPolicy({ Bucket })
  await client.putObjectAcl({ Bucket, Key: 'acl', ACL: 'private' })
  pass()
  expect(await Promise.all(answers.map(end))).toEqual(['cut', 'cut'])
})

/** Begins a PUT of which the second half is still to come. */
function put(key: string, keys = running.keys): ClientRequest {
  const path = `/${Bucket}/${key}`
  const headers = signHeaders({
    ...{ method: 'PUT', host: `127.0.0.1:${running.port}`, path, query: '', region, keys },
    ...{ payloadHash: 'UNSIGNED-PAYLOAD', headers: { 'content-length': '200000' } },
  })
  const sending = request({
    host: '127.0.0.1',
    port: running.port,
    agent: false,
    method: 'PUT',
    path,
    headers,
  })
  sending.write(Buffer.alloc(100_000))
  onTestFinished(() => void sending.destroy())
  return sending
}

test('an upload ends with its key, before its last byte', async () => {
  const keys = running.engine.admin.createKey('owner', 'full')
  const sending = put('never', keys)
  const answer = new Promise<IncomingMessage>((resolve, reject) =>
    sending.on('response', resolve).on('error', reject),
  )
  await expect.poll(() => running.engine.admin.keyUses('owner').has(keys.accessKey)).toBe(true)
  running.engine.admin.deleteKey('owner', keys.accessKey)
  pass()
  sending.write(Buffer.alloc(1000))
  const refused = await answer
  expect([refused.statusCode, await text(refused)]).toEqual([
    403,
    expect.stringContaining('<Code>InvalidAccessKeyId</Code>'),
  ])
  expect(await bucket.keys()).not.toContain('never')
})
