import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openCommits } from '../../server/engine/store/commits.ts'
import { openDatabase } from '../../server/engine/store/database.ts'
import { createHalt } from '../../server/engine/store/halt.ts'
import { MOST_NAMES, openTraffic } from '../../server/engine/store/traffic.ts'
import { failure, startEngine, temporaryFolder } from './support.ts'

const HOUR = 3600_000
const Bucket = 'metered'

test('requests are counted by bucket, hour, kind and outcome, with the bytes that came and went [V16.3.2]', async () => {
  const now = Date.now()
  const hour = Math.floor(now / HOUR)
  const handle = { own: false }
  const running = await startEngine({ now: () => now, handle })
  const client = running.client()
  const body = randomBytes(20_000)
  await client.createBucket({ Bucket })
  expect((await failure(client.createBucket({ Bucket })))?.status).toBe(409)
  await client.putObject({ Bucket, Key: 'a', Body: body })
  await (await client.getObject({ Bucket, Key: 'a' })).Body?.transformToByteArray()
  await failure(client.getObject({ Bucket, Key: 'missing' }))
  await client.headObject({ Bucket, Key: 'a' })
  await client.listObjectsV2({ Bucket })
  await client.listObjectVersions({ Bucket })
  await client.getBucketAcl({ Bucket })
  const accelerate = { Bucket, AccelerateConfiguration: { Status: 'Enabled' } } as const
  expect((await failure(client.putBucketAccelerateConfiguration(accelerate)))?.status).toBe(501)
  await client.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 'a' }] } })
  const stranger = new URL(`/${Bucket}/a`, running.url)
  expect((await fetch(stranger)).status).toBe(403)
  expect((await fetch(stranger, { method: 'PUT', body })).status).toBe(403)
  const asks = { origin: 'https://kho.example', 'access-control-request-method': 'GET' }
  expect((await fetch(stranger, { method: 'OPTIONS', headers: asks })).status).toBe(403)
  expect((await fetch(stranger, { headers: { authorization: 'AWS4-HMAC-SHA256 nonsense' } })).ok).toBe(false)
  // What the console reads for itself is counted apart; what a person changes by it is not.
  handle.own = true
  await client.putObject({ Bucket, Key: 'b' })
  await client.headObject({ Bucket, Key: 'b' })
  await client.listObjectsV2({ Bucket })
  expect((await failure(client.getBucketPolicy({ Bucket })))?.status).toBe(404)
  await client.deleteObject({ Bucket, Key: 'b' })
  handle.own = false
  await client.deleteBucket({ Bucket })
  await running.stop({ keep: true })

  const again = await startEngine({ dir: running.dir, now: () => now })
  const rows = again.engine.admin.traffic('owner', hour, hour + 1)
  expect(
    rows.map(row => [row.bucket, row.kind, row.good, row.client_error, row.server_error, row.refused]),
  ).toEqual([
    [Bucket, 'console', 2, 1, 0, 0],
    [Bucket, 'delete', 3, 0, 0, 0],
    [Bucket, 'list', 2, 0, 0, 0],
    [Bucket, 'other', 1, 0, 0, 0],
    [Bucket, 'read', 2, 1, 0, 2],
    // What the engine does not offer is no error of the server.
    [Bucket, 'write', 3, 1, 0, 2],
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

test('requests that come in one piece count their own bytes each', async () => {
  const now = Date.now()
  const running = await startEngine({ now: () => now })
  const client = running.client()
  const Body = randomBytes(100_000)
  await client.createBucket({ Bucket })
  await client.putObject({ Bucket, Key: 'a', Body, ACL: 'public-read' })
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1').resume()
  const get = (more = '') => `GET /${Bucket}/a HTTP/1.1\r\nhost: kho\r\n${more}\r\n`
  socket.write(get() + get() + get('connection: close\r\n'))
  const read = () => {
    const rows = running.engine.admin.traffic('owner', 0, now)
    return rows.find(({ kind }) => kind === 'read')
  }
  await expect.poll(() => read()?.good).toBe(3)
  expect(read()?.sent).toBeGreaterThanOrEqual(3 * Body.length)
  expect(read()?.sent).toBeLessThan(3 * Body.length + 3000)
  await running.stop()
})

test('the buckets of a user beyond 2,000 a day are counted together', () => {
  const dir = temporaryFolder()
  const db = openDatabase(dir)
  let now = 0
  const traffic = openTraffic(
    db,
    openCommits(
      db,
      createHalt(() => undefined),
    ),
    () => now,
  )
  const one = { kind: 'write', outcome: 'good', received: 1, sent: 0 } as const
  for (let at = 0; at < MOST_NAMES + 3; at++) traffic.add('owner', `b${at}`, one)
  traffic.add('owner', 'b0', one)
  traffic.add('other', 'b', one)
  const [together, ...rows] = traffic
    .rows('owner', 0, 1)
    .sort((a, b) => a.good - b.good)
    .reverse()
  expect(together).toMatchObject({ bucket: '', good: 3, received: 3 })
  expect(rows).toHaveLength(MOST_NAMES)
  expect(traffic.rows('other', 0, 1)).toMatchObject([{ bucket: 'b', good: 1 }])
  now = 24 * HOUR
  traffic.add('owner', 'new', one)
  expect(traffic.rows('owner', 24, 25)).toMatchObject([{ bucket: 'new' }])
  db.close()
  rmSync(dir, { recursive: true })
})
