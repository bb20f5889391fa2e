import { CreateBucketCommand, ListBucketsCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { newKeyPair } from '../../server/s3/keys.ts'
import { failure, startEngine } from './support.ts'

test('the last use of each key is known, also after a restart', async () => {
  let now = Date.now()
  const running = await startEngine({ now: () => now })
  const sub = newKeyPair()
  running.engine.admin.putKey('owner', 'sub', 'read', sub)
  const uses = () => running.engine.admin.keyUses('owner')
  expect(uses()).toEqual(new Map())
  await running.client().send(new ListBucketsCommand())
  const first = now
  expect(uses()).toEqual(new Map([[running.keys.accessKey, first]]))
  now += 5000
  // A refused use is one too.
  await failure(running.client({ keys: sub }).send(new CreateBucketCommand({ Bucket: 'not-allowed' })))
  const wrong = { ...running.keys, secretKey: 'x'.repeat(40) }
  await failure(running.client({ keys: wrong }).send(new ListBucketsCommand()))
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
