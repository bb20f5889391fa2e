import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { S3 } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StoredEvent } from '../../server/engine/store/events.ts'
import { inBucket } from '../support/s3.ts'
import { callSns, tellAll } from '../support/sns.ts'
import { failure, type Running, region, startEngine, until } from './support.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html

const Bucket = 'events'
const MD5_OF_X = '9dd4e461268c8034f5c8564e155c67a6'
const DAY = 24 * 3600_000
let running: Running
let client: S3
beforeEach(async () => {
  running = await startEngine({ minPartSize: 1 })
  client = running.client()
  await makeBucket()
})
afterEach(() => running.stop())

type Configuration = { Id?: string; Events?: string[]; prefix?: string; suffix?: string; topic?: string }
const configure = (configurations: Configuration[]) =>
  client.putBucketNotificationConfiguration({
    Bucket,
    NotificationConfiguration: {
      TopicConfigurations: configurations.map(({ prefix, suffix, topic = 'all', Events, ...more }) => ({
        ...more,
        TopicArn: `arn:aws:sns:${region}:owner:${topic}`,
        Events: (Events ?? ['s3:ObjectCreated:*']) as never,
        Filter: {
          Key: {
            FilterRules: [
              ...(prefix === undefined ? [] : [{ Name: 'prefix' as const, Value: prefix }]),
              ...(suffix === undefined ? [] : [{ Name: 'suffix' as const, Value: suffix }]),
            ],
          },
        },
      })),
    },
  })
/** A bucket whose changes all are told to the topic `all`, beside the test event. */
const makeBucket = async () => {
  await client.createBucket({ Bucket })
  await tellAll(client, [Bucket])
}

const all = (): StoredEvent[] => running.engine.events.after(0, 1000)
/** What happened during `work`: names, keys, versions, sizes and ETags. */
const during = async (work: () => Promise<unknown>) => {
  const seq = all().at(-1)?.seq ?? 0
  await work()
  return running.engine.events
    .after(seq, 1000)
    .map(({ name, key, versionId, size, etag }) => [name, key, versionId, size, etag])
}
const put = async (Key: string, Body = 'x') => (await client.putObject({ Bucket, Key, Body })).VersionId ?? ''
const remove = async (Key: string, VersionId?: string) =>
  (await client.deleteObject({ Bucket, Key, VersionId })).VersionId ?? ''
const version = () => client.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } })

test('an event tells when, what, where and by whom', async () => {
  const sub = { accessKey: 'EVENTSSUBUSER', secretKey: 'secret' }
  running.engine.admin.putKey('owner', 'reporter', 'full', sub)
  const before = Date.now()
  const { $metadata } = await running.client({ keys: sub }).putObject({ Bucket, Key: 'a b', Body: 'x' })
  const [saved, written] = all()
  const targets = [{ topic: 'all', configuration: 'every' }]
  expect(saved).toEqual({
    ...{ seq: 1, sequencer: '0000000000000001', at: expect.any(Number), name: 's3:TestEvent' },
    ...{ bucket: Bucket, owner: 'owner', key: null, versionId: null, size: null, etag: null },
    ...{ requestId: expect.any(String), uid: 'owner', subUser: null, address: '127.0.0.1', targets },
  })
  expect(written).toEqual({
    ...{ seq: 2, sequencer: '0000000000000002', at: expect.any(Number), name: 's3:ObjectCreated:Put' },
    ...{ bucket: Bucket, owner: 'owner', key: 'a b', versionId: null, size: 1, etag: MD5_OF_X },
    ...{ requestId: $metadata.requestId, uid: 'owner', subUser: 'reporter', address: '127.0.0.1' },
    targets,
  })
  expect(written!.at).toBeGreaterThanOrEqual(before)
})

describe('each operation has its event', () => {
  test('PUT, copy, multipart upload, deletions', async () => {
    const { copy, start, upload, complete } = inBucket(client, Bucket)
    const happened = await during(async () => {
      await put('k')
      await copy('k', 'copy')
      const id = await start('parts')
      const parts = [await upload('parts', id, 1, 'xy')]
      await complete('parts', id, parts)
      await complete('parts', id, parts)
      await remove('k')
      const Delete = { Objects: [{ Key: 'copy' }, { Key: 'parts' }] }
      await client.deleteObjects({ Bucket, Delete })
    })
    expect(happened).toEqual([
      ['s3:ObjectCreated:Put', 'k', null, 1, MD5_OF_X],
      ['s3:ObjectCreated:Copy', 'copy', null, 1, MD5_OF_X],
      ['s3:ObjectCreated:CompleteMultipartUpload', 'parts', null, 2, expect.stringMatching(/-1$/)],
      ['s3:ObjectRemoved:Delete', 'k', null, null, null],
      ['s3:ObjectRemoved:Delete', 'copy', null, null, null],
      ['s3:ObjectRemoved:Delete', 'parts', null, null, null],
    ])
  })

  test('a form', async () => {
    await client.putBucketAcl({ Bucket, ACL: 'public-read-write' })
    const happened = await during(async () => {
      const form = new FormData()
      form.append('key', 'form')
      form.append('file', new Blob(['x']))
      const answer = await fetch(`${running.url}/${Bucket}`, { method: 'POST', body: form })
      expect(answer.status).toBe(204)
    })
    expect(happened).toEqual([['s3:ObjectCreated:Post', 'form', null, 1, MD5_OF_X]])
    expect(all().at(-1)).toMatchObject({ owner: 'owner', uid: null, subUser: null })
  })

  test('versions and delete markers', async () => {
    await version()
    let ids: string[] = []
    const happened = await during(async () => {
      ids = [await put('k'), await remove('k')]
      for (const id of [...ids].reverse()) await remove('k', id)
    })
    const [first, marker] = ids
    expect(happened).toEqual([
      ['s3:ObjectCreated:Put', 'k', first, 1, MD5_OF_X],
      ['s3:ObjectRemoved:DeleteMarkerCreated', 'k', marker, null, null],
      ['s3:ObjectRemoved:Delete', 'k', marker, null, null],
      ['s3:ObjectRemoved:Delete', 'k', first, null, null],
    ])
  })

  test('tags and ACL', async () => {
    const object = { Bucket, Key: 'k' }
    await put('k')
    const happened = await during(async () => {
      const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] }
      await client.putObjectTagging({ ...object, Tagging })
      await client.deleteObjectTagging(object)
      await client.putObjectAcl({ ...object, ACL: 'public-read' })
    })
    const names = ['s3:ObjectTagging:Put', 's3:ObjectTagging:Delete', 's3:ObjectAcl:Put']
    expect(happened).toEqual(names.map(name => [name, 'k', null, 1, MD5_OF_X]))
  })
})

test('lifecycle rules have their own events, of nobody’s request', async () => {
  await running.stop()
  let clock = Date.UTC(2030, 0, 1, 9)
  running = await startEngine({ now: () => clock, lifecycle: { every: 5 } })
  client = running.client({ systemClockOffset: clock - Date.now() })
  await makeBucket()
  const Rules = [
    {
      Status: 'Enabled' as const,
      Prefix: '',
      Expiration: { Days: 1 },
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    },
  ]
  const LifecycleConfiguration = { Rules }
  await client.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration })
  await put('plain')
  const after = (seq: number) => running.engine.events.after(seq, 1000)
  const pass = async (expected: number) => {
    const seq = all().at(-1)!.seq
    clock += 2 * DAY
    await until(() => after(seq).length === expected)
    return after(seq).map(({ name, key, versionId, requestId, uid, address }) => [
      ...[name, key, versionId, requestId, uid, address],
    ])
  }
  const nobody = [null, null, null]
  expect(await pass(1)).toEqual([['s3:LifecycleExpiration:Delete', 'plain', null, ...nobody]])
  client = running.client({ systemClockOffset: clock - Date.now() })
  await version()
  const id = await put('versioned')
  const [marked] = await pass(1)
  expect(marked).toEqual([
    's3:LifecycleExpiration:DeleteMarkerCreated',
    'versioned',
    expect.not.stringMatching(id),
    ...nobody,
  ])
  const deletion = ['s3:LifecycleExpiration:Delete', 'versioned']
  expect(await pass(1)).toEqual([[...deletion, id, ...nobody]])
  expect(await pass(1)).toEqual([[...deletion, marked![2], ...nobody]])
})

describe('a bucket’s notifications', () => {
  const read = async () => (await client.getBucketNotificationConfiguration({ Bucket })).TopicConfigurations
  const events = ['s3:ObjectCreated:*']

  test('are kept as they were put, and removed by an empty configuration', async () => {
    await configure([{ Id: 'some', Events: events, prefix: 'a/', suffix: '.jpg' }])
    expect(await read()).toEqual([
      {
        ...{ Id: 'some', TopicArn: `arn:aws:sns:${region}:owner:all`, Events: events },
        Filter: {
          Key: {
            FilterRules: [
              { Name: 'Prefix', Value: 'a/' },
              { Name: 'Suffix', Value: '.jpg' },
            ],
          },
        },
      },
    ])
    await configure([])
    expect(await read()).toBeUndefined()
    expect(await during(() => put('a/x.jpg'))).toEqual([])
  })

  test('tell of keys with the prefix and the suffix, each of its own', async () => {
    await configure([
      { Id: 'pictures', Events: events, prefix: 'a/', suffix: '.jpg' },
      { Id: 'removed', Events: ['s3:ObjectRemoved:Delete'], suffix: '.jpg' },
      { Id: 'put', Events: ['s3:ObjectCreated:Put'], prefix: 'a' },
    ])
    const before = all().at(-1)!.seq
    for (const key of ['a/x.jpg', 'a/x.png', 'b/x.jpg', 'b/x.png']) await put(key)
    for (const key of ['a/x.jpg', 'b/x.png']) await remove(key)
    const told = running.engine.events.after(before, 100)
    expect(told.map(({ key, targets }) => [key, targets.map(each => each.configuration)])).toEqual([
      ['a/x.jpg', ['pictures', 'put']],
      ['a/x.png', ['put']],
      ['a/x.jpg', ['removed']],
    ])
  })

  test('send each of their topics one test event when they are saved', async () => {
    for (const Name of ['one', 'two'])
      await callSns({ url: running.url, region, keys: running.keys }, 'CreateTopic', { Name })
    const before = all().at(-1)!.seq
    await configure([{ topic: 'one' }, { topic: 'two' }, { topic: 'two', prefix: 'x' }])
    const [test, ...more] = running.engine.events.after(before, 10)
    expect([test!.name, test!.bucket, test!.targets.map(({ topic }) => topic)]).toEqual([
      's3:TestEvent',
      Bucket,
      ['one', 'two'],
    ])
    expect(more).toEqual([])
  })

  const refused = async (configurations: Configuration[]) => (await failure(configure(configurations)))?.code
  test('are refused where a topic, an event or a filter is none', async () => {
    expect(await refused([{ topic: 'missing' }])).toBe('InvalidArgument')
    expect(await refused([{ Events: ['s3:ObjectEaten:*'] }])).toBe('InvalidArgument')
    expect(await refused([{ Events: ['s3:ObjectRestore:Post'] }])).toBe('NotImplemented')
    expect(await refused([{ Events: [] }])).toBe('MalformedXML')
    expect(await refused([{ Id: 'a' }, { Id: 'a' }])).toBe('InvalidArgument')
    expect(await refused([{ prefix: 'x'.repeat(1025) }])).toBe('InvalidArgument')
    expect(await refused(Array.from({ length: 101 }, () => ({})))).toBe('InvalidRequest')
    const queue = {
      QueueConfigurations: [{ QueueArn: 'arn:aws:sqs:x:owner:q', Events: events as never }],
    }
    const put = client.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration: queue })
    expect((await failure(put))?.code).toBe('NotImplemented')
    expect((await read())?.map(({ Id }) => Id)).toEqual(['every'])
  })

  test('name topics of the bucket’s owner only', async () => {
    running.engine.admin.putUser({ uid: 'other', displayName: 'Other' })
    const keys = running.engine.admin.createKey('other', 'full')
    await callSns({ url: running.url, region, keys }, 'CreateTopic', { Name: 'theirs' })
    const TopicConfigurations = [{ TopicArn: `arn:aws:sns:${region}:other:theirs`, Events: events as never }]
    const put = client.putBucketNotificationConfiguration({
      Bucket,
      NotificationConfiguration: { TopicConfigurations },
    })
    expect((await failure(put))?.code).toBe('InvalidArgument')
  })
})

test('a bucket without notifications has no events', async () => {
  const Quiet = 'quiet'
  await client.createBucket({ Bucket: Quiet })
  const happened = await during(async () => {
    await client.putObject({ Bucket: Quiet, Key: 'k', Body: 'x' })
    await client.deleteObject({ Bucket: Quiet, Key: 'k' })
    await client.deleteBucket({ Bucket: Quiet })
  })
  expect(happened).toEqual([])
})

test('what changes nothing, or is refused, has no event', async () => {
  await put('k')
  const happened = await during(async () => {
    await remove('missing')
    await client.deleteObjectTagging({ Bucket, Key: 'k' })
    await client.putObjectAcl({ Bucket, Key: 'k', ACL: 'private' })
    await client.getObject({ Bucket, Key: 'k' })
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'begun' })
    await client.uploadPart({ Bucket, Key: 'begun', UploadId, PartNumber: 1, Body: 'x' })
    const refused = client.putObject({ Bucket, Key: 'k', Body: 'y', IfNoneMatch: '*' })
    expect((await failure(refused))?.code).toBe('PreconditionFailed')
    expect((await failure(client.deleteBucket({ Bucket })))?.code).toBe('BucketNotEmpty')
  })
  expect(happened).toEqual([])
})

test('events follow each other without holes, in the order of each key’s changes', async () => {
  const keys = Array.from({ length: 8 }, (_, index) => `k${index}`)
  await Promise.all(
    keys.map(async key => {
      for (const body of ['1', '22', '333']) await put(key, body)
      await remove(key)
    }),
  )
  const events = all().slice(1)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 2))
  for (const key of keys) {
    expect(events.filter(event => event.key === key).map(({ size }) => size)).toEqual([1, 2, 3, null])
  }
  expect(running.engine.events.after(3, 2).map(({ seq }) => seq)).toEqual([4, 5])
})

describe('the outbox is bounded', () => {
  const restart = async (events: Parameters<typeof startEngine>[0]) => {
    const { dir } = running
    await running.stop({ keep: true })
    running = await startEngine({ dir, ...events })
    client = running.client()
  }

  test('by the reader, who drops what it has read', async () => {
    for (const key of ['a', 'b', 'c']) await put(key)
    await running.engine.events.drop(3)
    expect([running.engine.events.first(), all().map(({ key }) => key)]).toEqual([4, ['c']])
    await running.engine.events.drop(4)
    expect([running.engine.events.first(), all()]).toEqual([5, []])
    await restart({})
    await put('d')
    expect(all().map(({ seq }) => seq)).toEqual([5])
  })

  test('by a count, more than one slice of it at once; those removed unread are counted for their topics', async () => {
    const { dir } = running
    await running.stop({ keep: true })
    const db = new DatabaseSync(join(dir, 'index.sqlite'))
    db.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       INSERT INTO event (at, name, bucket, owner, targets)
       SELECT ${Date.now()}, 's3:ObjectAcl:Put', 'b', 'owner', '[{"topic":"all"},{"topic":"b"}]' FROM n`,
    )
    db.close()
    running = await startEngine({ dir, events: { most: 100, every: 5 } })
    client = running.client()
    await until(() => running.engine.events.first() === 2402)
    expect(all()).toHaveLength(100)
    // With their two targets each, and one at least.
    expect([5, 4, 1].map(most => running.engine.events.after(0, 100, most).length)).toEqual([2, 2, 1])
    await put('k')
    await until(() => running.engine.events.first() === 2403)
    // The test event of the first one's bucket is gone as well.
    const lost = [
      { owner: 'owner', topic: 'all', events: 2402 },
      { owner: 'owner', topic: 'b', events: 2401 },
    ]
    expect(running.engine.events.lost().map(row => ({ ...row }))).toEqual(lost)
    await running.engine.events.forgetLost([lost[0]!, { ...lost[1]!, events: 400 }])
    expect(running.engine.events.lost().map(row => ({ ...row }))).toEqual([{ ...lost[1], events: 2001 }])
  })

  test('on a full disk, where deletions go on, and what happened is only counted', async () => {
    await put('a')
    let free = 2 ** 30
    await restart({ disk: { reserve: 2 ** 20, space: () => ({ free, total: 2 ** 31 }) } })
    const before = all()
    free = 2 ** 19
    await client.deleteObject({ Bucket, Key: 'a' })
    expect(all()).toEqual(before)
    const lost = { owner: 'owner', topic: 'all', events: 1 }
    expect(running.engine.events.lost().map(row => ({ ...row }))).toEqual([lost])
  })

  test('by age', async () => {
    let clock = Date.now()
    await restart({ now: () => clock, events: { age: 7 * DAY, every: 5 } })
    await put('old')
    clock += 6 * DAY
    client = running.client({ systemClockOffset: 6 * DAY })
    await put('young')
    expect(all().map(({ key }) => key)).toEqual([null, 'old', 'young'])
    clock += 2 * DAY
    await until(() => running.engine.events.first() === 3)
    expect(all().map(({ key }) => key)).toEqual(['young'])
  })
})
