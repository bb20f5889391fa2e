import type { LifecycleRule, S3 } from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, test } from 'vitest'
import { inBucket } from '../../support/s3.ts'
import { failure, temporaryFolder, until } from '../support.ts'
import { differs, embeddedOnly, refusal, type Storage, startStorage, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html

const DAY = 24 * 3600_000
const start = Date.UTC(2030, 0, 1, 9)
let clock = start
let client: S3
let Bucket = ''
let buckets = 0

/** The engine's clock, and with it the client's, stands at `days` after the start. */
const at = (days: number) => {
  clock = start + days * DAY
  client = running.client({ systemClockOffset: clock - Date.now() })
}

const { running } = storageForAll({ minPartSize: 1, now: () => clock, lifecycle: { every: 5 } })
beforeEach(async () => {
  at(100 * buckets)
  Bucket = `lifecycle-${++buckets}`
  await client.createBucket({ Bucket })
})

const set = (Rules: LifecycleRule[], bucket = Bucket) =>
  client.putBucketLifecycleConfiguration({ Bucket: bucket, LifecycleConfiguration: { Rules } })
const rules = async () => (await client.getBucketLifecycleConfiguration({ Bucket })).Rules
const turn = (Status: 'Enabled' | 'Suspended') =>
  client.putBucketVersioning({ Bucket, VersioningConfiguration: { Status } })
const put = async (Key: string, Body = 'x', Tagging?: string) =>
  (await client.putObject({ Bucket, Key, Body, Tagging })).VersionId
const remove = (Key: string) => client.deleteObject({ Bucket, Key })
const listed = async () => {
  const { Versions = [], DeleteMarkers = [] } = await client.listObjectVersions({ Bucket })
  return [
    ...Versions.map(({ Key, VersionId }) => `${Key} ${VersionId}`),
    ...DeleteMarkers.map(({ Key }) => `${Key} marker`),
  ]
}
const keys = async () => (await listed()).map(row => row.split(' ')[0])

/** Moves the clock by days, and waits until a pass has gone through all buckets: the last bucket's object is gone. */
const pass = async (days: number) => {
  embeddedOnly('moves the clock')
  const last = `zz-last-${++buckets}`
  await client.createBucket({ Bucket: last })
  await client.putObject({ Bucket: last, Key: 'k', Body: 'x' })
  await set([{ Status: 'Enabled', Prefix: '', Expiration: { Days: 1 } }], last)
  at((clock - start) / DAY + days)
  const objects = () => running.engine.admin.bucketStats('owner').find(stats => stats.name === last)?.objects
  await until(() => objects() === 0)
}

describe('PutBucketLifecycleConfiguration', () => {
  test('is given back as it was put, with ids', async () => {
    expect((await failure(rules()))?.code).toBe('NoSuchLifecycleConfiguration')
    const given: LifecycleRule[] = [
      { ID: 'old form', Status: 'Enabled', Prefix: 'a/', Expiration: { Days: 3 } },
      {
        ID: 'all',
        Status: 'Disabled',
        Filter: { Prefix: '' },
        Expiration: { Date: new Date('2030-01-01') },
        NoncurrentVersionExpiration: { NoncurrentDays: 2, NewerNoncurrentVersions: 5 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
      },
      {
        ID: 'and',
        Status: 'Enabled',
        Filter: {
          And: {
            Prefix: 'b&<',
            Tags: [{ Key: 'k', Value: 'v' }],
            ObjectSizeGreaterThan: 10,
            ObjectSizeLessThan: 20,
          },
        },
        Expiration: { Days: 1 },
      },
      { ID: 'marker', Status: 'Enabled', Filter: {}, Expiration: { ExpiredObjectDeleteMarker: true } },
    ]
    await set(given)
    differs('lifecycle-form')
    expect(await rules()).toEqual(given)
    await set([{ Status: 'Enabled', Prefix: '', Expiration: { Days: 3 } }])
    expect(await rules()).toEqual([
      { ID: expect.stringMatching(/./), Status: 'Enabled', Prefix: '', Expiration: { Days: 3 } },
    ])
    await client.deleteBucketLifecycle({ Bucket })
    expect((await failure(rules()))?.code).toBe('NoSuchLifecycleConfiguration')
  })

  test('keeps a filter by size', async () => {
    const Filter = { ObjectSizeGreaterThan: 10 }
    const given: LifecycleRule[] = [{ ID: 'large', Status: 'Enabled', Filter, Expiration: { Days: 1 } }]
    await set(given)
    differs('lifecycle-sizes')
    expect(await rules()).toEqual(given)
  })

  test('keeps how many newer versions stay', async () => {
    const NoncurrentVersionExpiration = { NoncurrentDays: 1, NewerNoncurrentVersions: 3 }
    const given: LifecycleRule[] = [
      { ID: 'three', Status: 'Enabled', Filter: { Prefix: 'a' }, NoncurrentVersionExpiration },
    ]
    await set(given)
    differs('lifecycle-newer-versions')
    expect(await rules()).toEqual(given)
  })

  const rule = { ID: 'r', Status: 'Enabled', Prefix: '', Expiration: { Days: 1 } } as const
  const { Prefix: _, ...withoutPrefix } = rule
  const taken = new Set(['both prefix and filter', 'too many kept versions', 'another class of storage'])
  test.each<[string, string, LifecycleRule[]]>([
    ['no rule', 'MalformedXML', []],
    ['two rules of one id', 'InvalidArgument', [rule, rule]],
    ['a long id', 'InvalidArgument', [{ ...rule, ID: 'x'.repeat(256) }]],
    ['an unknown status', 'MalformedXML', [{ ...rule, Status: 'enabled' as 'Enabled' }]],
    ['neither prefix nor filter', 'MalformedXML', [withoutPrefix]],
    ['both prefix and filter', 'MalformedXML', [{ ...rule, Filter: { Prefix: 'a' } }]],
    ['no action', 'InvalidRequest', [{ ...rule, Expiration: undefined }]],
    ['0 days', 'InvalidArgument', [{ ...rule, Expiration: { Days: 0 } }]],
    ['days and a date', 'MalformedXML', [{ ...rule, Expiration: { Days: 1, Date: new Date(0) } }]],
    ['a date within a day', 'InvalidArgument', [{ ...rule, Expiration: { Date: new Date(1000) } }]],
    ['0 previous days', 'InvalidArgument', [{ ...rule, NoncurrentVersionExpiration: { NoncurrentDays: 0 } }]],
    [
      'too many kept versions',
      'InvalidArgument',
      [{ ...rule, NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 101 } }],
    ],
    [
      'tags for uploads',
      'InvalidRequest',
      [
        {
          ...withoutPrefix,
          Filter: { Tag: { Key: 'k', Value: 'v' } },
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        },
      ],
    ],
    [
      'another class of storage',
      'InvalidStorageClass',
      [{ ...rule, Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] }],
    ],
  ])('refuses %s', async (name, code, given) => {
    differs('lifecycle-checks', taken.has(name))
    expect(await failure(set(given))).toEqual(refusal({ status: 400, code }))
    expect((await failure(rules()))?.code).toBe('NoSuchLifecycleConfiguration')
  })
})

describe('a lifecycle rule', () => {
  test('removes objects of its prefix, tags and sizes when their days have passed', async () => {
    await set([
      { Status: 'Enabled', Filter: { Prefix: 'days/' }, Expiration: { Days: 3 } },
      { Status: 'Disabled', Filter: { Prefix: 'off/' }, Expiration: { Days: 1 } },
      { Status: 'Enabled', Filter: { Tag: { Key: 'k', Value: 'v' } }, Expiration: { Days: 1 } },
      {
        Status: 'Enabled',
        Filter: { And: { Prefix: 'size/', ObjectSizeGreaterThan: 2, ObjectSizeLessThan: 5 } },
        Expiration: { Days: 1 },
      },
    ])
    for (const key of ['days/a', 'off/a', 'other']) await put(key)
    await put('tag/a', 'x', 'k=v')
    await put('tag/b', 'x', 'k=w')
    for (const size of [2, 3, 4, 5]) await put(`size/${size}`, 'x'.repeat(size))
    await pass(2)
    expect(await keys()).toEqual(['days/a', 'off/a', 'other', 'size/2', 'size/5', 'tag/b'])
    await pass(2)
    expect(await keys()).toEqual(['off/a', 'other', 'size/2', 'size/5', 'tag/b'])
  })

  test('removes at its date', async () => {
    const date = new Date(Math.ceil(clock / DAY) * DAY + 2 * DAY)
    await set([{ Status: 'Enabled', Prefix: '', Expiration: { Date: date } }])
    await put('k')
    await pass(2)
    expect(await keys()).toEqual(['k'])
    await pass(2)
    expect(await keys()).toEqual([])
  })

  test('hides objects of a versioned bucket, and removes previous versions but the newest', async () => {
    await turn('Enabled')
    await set([
      {
        Status: 'Enabled',
        Prefix: 'old/',
        NoncurrentVersionExpiration: { NoncurrentDays: 2, NewerNoncurrentVersions: 1 },
      },
      { Status: 'Enabled', Prefix: 'hide/', Expiration: { Days: 1 } },
    ])
    const ids = []
    for (let count = 0; count < 4; count++) ids.push(await put('old/k'))
    const hidden = await put('hide/k')
    await pass(2)
    const marker = 'hide/k marker'
    const kept = [...ids].reverse().map(id => `old/k ${id}`)
    expect(await listed()).toEqual([`hide/k ${hidden}`, ...kept, marker])
    await pass(2)
    expect(await listed()).toEqual([`hide/k ${hidden}`, ...kept.slice(0, 2), marker])
  })

  test('counts the days of a previous version from when it became one', async () => {
    await turn('Enabled')
    await set([{ Status: 'Enabled', Prefix: '', NoncurrentVersionExpiration: { NoncurrentDays: 3 } }])
    const first = await put('k')
    await pass(5)
    const second = await put('k')
    await pass(2)
    expect(await listed()).toEqual([`k ${second}`, `k ${first}`])
    await pass(2)
    expect(await listed()).toEqual([`k ${second}`])
  })

  test('removes delete markers that hide nothing, and no others', async () => {
    await turn('Enabled')
    const Expiration = { ExpiredObjectDeleteMarker: true }
    await set([{ Status: 'Enabled', Prefix: '', Expiration }])
    await remove('gone')
    const id = await put('hidden')
    await remove('hidden')
    await pass(2)
    expect(await listed()).toEqual([`hidden ${id}`, 'hidden marker'])
  })

  test('aborts unfinished uploads', async () => {
    const AbortIncompleteMultipartUpload = { DaysAfterInitiation: 2 }
    await set([{ Status: 'Enabled', Prefix: 'a/', AbortIncompleteMultipartUpload }])
    for (const Key of ['a/1', 'a/2', 'b/1']) {
      await client.createMultipartUpload({ Bucket, Key })
    }
    const uploads = async () => (await client.listMultipartUploads({ Bucket })).Uploads?.map(({ Key }) => Key)
    await pass(2)
    expect(await uploads()).toEqual(['a/1', 'a/2', 'b/1'])
    await pass(2)
    expect(await uploads()).toEqual(['b/1'])
  })

  test('never removes a locked version', async () => {
    const locked = { Bucket: `${Bucket}-locked` }
    await client.createBucket({ ...locked, ObjectLockEnabledForBucket: true })
    Bucket = locked.Bucket
    const held = await put('k')
    const LegalHold = { Status: 'ON' } as const
    await client.putObjectLegalHold({ Bucket, Key: 'k', VersionId: held, LegalHold })
    const free = await put('k')
    const current = await put('k')
    await set([{ Status: 'Enabled', Prefix: '', NoncurrentVersionExpiration: { NoncurrentDays: 1 } }])
    await pass(3)
    expect(await listed()).toEqual([`k ${current}`, `k ${held}`])
    expect(await listed()).not.toContain(`k ${free}`)
  })

  test('goes through more rows than one step takes', async () => {
    await set([{ Status: 'Enabled', Prefix: 'a/', Expiration: { Days: 1 } }])
    for (let count = 0; count < 12; count++) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => put(`${index % 4 === 0 ? 'a' : 'b'}/${count}-${index}`)),
      )
    }
    await pass(2)
    expect((await keys()).filter(key => key?.startsWith('a/'))).toEqual([])
    expect((await keys()).length).toBe(444)
  })
})

test('x-amz-expiration tells when the current version goes, and by which rule', async () => {
  embeddedOnly('moves the clock')
  await set([
    { ID: 'later', Status: 'Enabled', Prefix: 'a/', Expiration: { Days: 5 } },
    { ID: 'tiếng', Status: 'Enabled', Prefix: 'a/', Expiration: { Days: 2 } },
  ])
  const midnight = new Date(Math.ceil((clock + 2 * DAY) / DAY) * DAY).toUTCString()
  const expected = `expiry-date="${midnight}", rule-id="ti%E1%BA%BFng"`
  const { Expiration } = await client.putObject({ Bucket, Key: 'a/k', Body: 'x' })
  const head = await client.headObject({ Bucket, Key: 'a/k' })
  const other = await client.putObject({ Bucket, Key: 'b/k', Body: 'x' })
  expect([Expiration, head.Expiration, other.Expiration]).toEqual([expected, expected, undefined])
  const copied = await client.copyObject({ Bucket, Key: 'a/copy', CopySource: `${Bucket}/b/k` })
  const completed = await inBucket(client, Bucket).putParts('a/parts', ['x'])
  expect([copied.Expiration, completed.Expiration]).toEqual([expected, expected])
})

test('a shorter day expires objects early, until the engine starts with whole days', async () => {
  embeddedOnly('moves the clock')
  const begin = Date.UTC(2030, 0, 1)
  let now = begin
  const dir = temporaryFolder()
  const start = (day?: number) =>
    startStorage({ dir, now: () => now, lifecycle: { every: 5, ...(day !== undefined && { day }) } })
  const keysOf = async ({ client }: Storage) => {
    const own = client({ systemClockOffset: now - Date.now() })
    return (await own.listObjectVersions({ Bucket: 'early' })).Versions?.map(({ Key }) => Key)
  }
  const put = async ({ client }: Storage, Key: string) => {
    const own = client({ systemClockOffset: now - Date.now() })
    return (await own.putObject({ Bucket: 'early', Key, Body: 'x' })).Expiration
  }
  const early = await start(10_000)
  const Rules: LifecycleRule[] = [{ ID: 'r', Status: 'Enabled', Prefix: '', Expiration: { Days: 1 } }]
  const client = early.client({ systemClockOffset: now - Date.now() })
  await client.createBucket({ Bucket: 'early' })
  const configuration = { Bucket: 'early', LifecycleConfiguration: { Rules } }
  await client.putBucketLifecycleConfiguration(configuration)
  now += 1
  const tomorrow = new Date(begin + 2 * DAY).toUTCString()
  expect(await put(early, 'first')).toBe(`expiry-date="${tomorrow}", rule-id="r"`)
  now = begin + 20_000
  while ((await keysOf(early)) !== undefined);
  await early.stop({ keep: true })

  const whole = await start()
  await put(whole, 'second')
  now = begin + DAY + 1
  await put(whole, 'third')
  now = begin + 2 * DAY
  while ((await keysOf(whole))?.includes('second'));
  expect(await keysOf(whole)).toEqual(['third'])
  await whole.stop()
})
