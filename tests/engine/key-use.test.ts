import { expect, onTestFinished, test } from 'vitest'
import { newKeyPair } from '../../server/s3/keys.ts'
import { failure, startEngine, until } from './support.ts'

test('the last use of each key is known, also after a restart', async () => {
  let now = Date.now()
  const running = await startEngine({ now: () => now })
  const sub = newKeyPair()
  running.engine.admin.putKey('owner', 'sub', 'read', sub)
  const uses = () => running.engine.admin.keyUses('owner')
  expect(uses()).toEqual(new Map())
  await running.client().listBuckets()
  const first = now
  expect(uses()).toEqual(new Map([[running.keys.accessKey, first]]))
  now += 5000
  // A refused use is one too.
  await failure(running.client({ keys: sub }).createBucket({ Bucket: 'not-allowed' }))
  const wrong = { ...running.keys, secretKey: 'x'.repeat(40) }
  await failure(running.client({ keys: wrong }).listBuckets())
  const expected = new Map([
    [running.keys.accessKey, first],
    [sub.accessKey, now],
  ])
  expect(uses()).toEqual(expected)
  await running.stop({ keep: true })
  const again = await startEngine({ dir: running.dir, now: () => now })
  expect(again.engine.admin.keyUses('owner')).toEqual(expected)
  await again.stop()
})

test('a copy by a key that is deleted while the source is read is not made', async () => {
  const running = await startEngine()
  onTestFinished(() => running.stop())
  const Bucket = 'copies'
  const owner = running.client()
  await owner.createBucket({ Bucket })
  await owner.putObject({ Bucket, Key: 'a', Body: Buffer.alloc(64 * 1024 * 1024) })
  const { admin } = running.engine
  const keys = admin.createKey('owner', 'full')
  const copy = { Bucket, Key: 'b', CopySource: `${Bucket}/a`, ChecksumAlgorithm: 'SHA256' } as const
  const copied = failure(running.client({ keys }).copyObject(copy))
  await until(() => admin.keyUses('owner').has(keys.accessKey))
  admin.deleteKey('owner', keys.accessKey)
  expect(await copied).toMatchObject({ code: 'InvalidAccessKeyId' })
  expect(await failure(owner.headObject({ Bucket, Key: 'b' }))).toMatchObject({ status: 404 })
})
