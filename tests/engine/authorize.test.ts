import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, send, startEngine } from './support.ts'

const Bucket = 'private-bucket'
let running: Running
beforeAll(async () => {
  running = await startEngine()
  const client = running.client()
  await client.send(new CreateBucketCommand({ Bucket }))
  await client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }))
})
afterAll(() => running.stop())

describe('anybody', () => {
  test.each([
    ['GET', ''],
    ['HEAD', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '?acl'],
    ['GET', '?uploads'],
    ['GET', '/k'],
    ['HEAD', '/k'],
    ['GET', '/absent'],
    ['PUT', '/k'],
    ['PUT', '/new'],
    ['DELETE', '/k'],
    ['POST', '/k?uploads'],
  ])('is refused %s %s of a private bucket', async (method, path) => {
    const answer = await send(running, { method, path: `/${Bucket}${path}` })
    expect([answer.status, answer.code]).toEqual([403, method === 'HEAD' ? undefined : 'AccessDenied'])
  })

  test('is told that a bucket does not exist', async () => {
    expect(await send(running, { path: '/absent-bucket/k' })).toMatchObject({
      status: 404,
      code: 'NoSuchBucket',
    })
  })

  test('is refused each entry of a multi-delete', async () => {
    const body = '<Delete><Object><Key>k</Key></Object></Delete>'
    const answer = await send(running, { method: 'POST', path: `/${Bucket}?delete`, body })
    expect(answer.body.toString()).toContain('<Error><Key>k</Key><Code>AccessDenied</Code>')
    await running.client().send(new HeadObjectCommand({ Bucket, Key: 'k' }))
  })

  test('may not create or list buckets', async () => {
    const created = await send(running, { method: 'PUT', path: '/by-anybody' })
    expect([created.code, (await send(running, { path: '/' })).code]).toEqual([
      'AccessDenied',
      'AccessDenied',
    ])
  })
})
