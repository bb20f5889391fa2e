import { randomBytes } from 'node:crypto'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetBucketAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { failure, startEngine } from './support.ts'

const HOUR = 3600_000
const Bucket = 'metered'

test('requests are counted by bucket, hour, kind and outcome, with the bytes that came and went', async () => {
  const now = Date.now()
  const hour = Math.floor(now / HOUR)
  const running = await startEngine({ now: () => now })
  const client = running.client()
  const body = randomBytes(20_000)
  await client.send(new CreateBucketCommand({ Bucket }))
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: body }))
  await (await client.send(new GetObjectCommand({ Bucket, Key: 'a' }))).Body?.transformToByteArray()
  await failure(client.send(new GetObjectCommand({ Bucket, Key: 'missing' })))
  await client.send(new HeadObjectCommand({ Bucket, Key: 'a' }))
  await client.send(new ListObjectsV2Command({ Bucket }))
  await client.send(new ListObjectVersionsCommand({ Bucket }))
  await client.send(new GetBucketAclCommand({ Bucket }))
  await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a' }] } }))
  const stranger = new URL(`/${Bucket}/a`, running.url)
  expect((await fetch(stranger)).status).toBe(403)
  expect((await fetch(stranger, { method: 'PUT', body })).status).toBe(403)
  expect((await fetch(stranger, { headers: { authorization: 'AWS4-HMAC-SHA256 nonsense' } })).ok).toBe(false)
  await client.send(new DeleteBucketCommand({ Bucket }))
  await running.stop({ keep: true })

  const again = await startEngine({ dir: running.dir, now: () => now })
  const rows = again.engine.admin.traffic('owner', hour, hour + 1)
  expect(
    rows.map(row => [row.bucket, row.kind, row.good, row.client_error, row.server_error, row.refused]),
  ).toEqual([
    [Bucket, 'delete', 2, 0, 0, 0],
    [Bucket, 'list', 2, 0, 0, 0],
    [Bucket, 'other', 1, 0, 0, 0],
    [Bucket, 'read', 2, 1, 0, 2],
    [Bucket, 'write', 1, 0, 0, 1],
  ])
  const of = (kind: string) => rows.find(row => row.kind === kind)!
  expect(of('write').received).toBeGreaterThanOrEqual(body.length)
  expect(of('write').received).toBeLessThan(body.length + 1000)
  expect(of('read').sent).toBeGreaterThanOrEqual(body.length)
  expect(of('read').sent).toBeLessThan(body.length + 3000)
  expect(of('read').received).toBe(0)
  expect(again.engine.admin.traffic('owner', 0, hour)).toEqual([])
  expect(again.engine.admin.traffic('other', 0, hour + 1)).toEqual([])
  await again.stop()
})
