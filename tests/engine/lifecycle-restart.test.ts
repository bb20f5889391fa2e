import { expect, test } from 'vitest'
import type { LifecycleOptions } from '../../server/engine/lifecycle/worker.ts'
import { tellAll } from '../support/sns.ts'
import { startEngine, until } from './support.ts'

const DAY = 24 * 3600_000

test('a restart in the midst of a pass goes on where the pass was', async () => {
  let now = Date.UTC(2040, 0, 1, 9)
  const open = (dir?: string, lifecycle: LifecycleOptions | false = false) =>
    startEngine({ ...(dir && { dir }), now: () => now, lifecycle })
  let engine = await open()
  const { dir } = engine
  const connect = () => engine.client({ systemClockOffset: now - Date.now() })
  const there = () => engine.engine.admin.bucketStats('owner')[0]?.objects
  const reopen = async (lifecycle: LifecycleOptions | false) => {
    await engine.stop({ keep: true })
    engine = await open(dir, lifecycle)
  }
  const object = (Key: string) => ({ Bucket: 'restarted', Key, Body: 'x' })
  await connect().createBucket({ Bucket: 'restarted' })
  await tellAll(connect(), ['restarted'])
  for (let count = 10; count < 30; count++) await connect().putObject(object(`k${count}`))
  const Rules = [{ Status: 'Enabled', Prefix: '', Expiration: { Date: new Date('2039-01-01') } } as const]
  const LifecycleConfiguration = { Rules }
  await connect().putBucketLifecycleConfiguration({ Bucket: 'restarted', LifecycleConfiguration })

  await reopen({ every: 5, pause: 20, removals: 1 })
  await until(() => there()! < 15)
  await reopen(false)
  const left = there()!
  expect(left).toBeGreaterThan(0)
  // Due too, and before the place that the pass has reached: its next day's pass takes it.
  await connect().putObject(object('before'))

  await reopen({ every: 5 })
  await until(() => there() === 1)
  const { Versions = [] } = await connect().listObjectVersions({ Bucket: 'restarted' })
  expect(Versions.map(({ Key }) => Key)).toEqual(['before'])
  now += DAY
  await until(() => there() === 0)
  const removed = engine.engine.events
    .after(0, 100)
    .filter(({ name }) => name === 's3:LifecycleExpiration:Delete')
  expect(new Set(removed.map(({ key }) => key)).size).toBe(removed.length)
  expect(removed.length).toBe(21)
  await engine.stop()
})
