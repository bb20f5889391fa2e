import type { ObjectLockRetention, PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failure } from '../support.ts'
import { differs, embeddedOnly, follows, refusal, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html

const DAY = 24 * 3600_000
const Bucket = 'locked'
let shift = 0
let client: S3

const { running } = storageForAll({ minPartSize: 1, now: () => Date.now() + shift })
beforeAll(async () => {
  await running.client().createBucket({ Bucket, ObjectLockEnabledForBucket: true })
  await running.client().createBucket({ Bucket: 'unlocked' })
})
const at = (ms: number) => {
  if (ms !== 0) embeddedOnly('moves the clock')
  shift = ms
  client = running.client({ systemClockOffset: ms })
}
beforeEach(async () => {
  at(0)
  await setDefault(undefined)
})

const inDays = (days: number) => new Date(Date.now() + days * DAY)
const put = async (Key: string, more: Partial<PutObjectCommandInput> = {}) =>
  (await client.putObject({ Bucket, Key, Body: 'x', ...more })).VersionId!
const remove = (Key: string, VersionId?: string, BypassGovernanceRetention?: boolean, by = client) =>
  failure(by.deleteObject({ Bucket, Key, VersionId, BypassGovernanceRetention }))
const retain = (Key: string, Retention: ObjectLockRetention, BypassGovernanceRetention?: boolean) =>
  failure(client.putObjectRetention({ Bucket, Key, Retention, BypassGovernanceRetention }))
const retention = async (Key: string, VersionId?: string) =>
  (await client.getObjectRetention({ Bucket, Key, VersionId })).Retention
const hold = (Key: string, Status: 'ON' | 'OFF', VersionId?: string) =>
  failure(client.putObjectLegalHold({ Bucket, Key, VersionId, LegalHold: { Status } }))
const configure = (bucket: string, rule: object | undefined) =>
  failure(
    client.putObjectLockConfiguration({
      Bucket: bucket,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        ...(rule && { Rule: { DefaultRetention: rule } }),
      },
    }),
  )
const setDefault = (rule: object | undefined) => configure(Bucket, rule)
const denied = { status: 403, code: 'AccessDenied' }

describe('object lock of a bucket', () => {
  test('turns versioning on, which cannot be suspended', async () => {
    const { Status } = await client.getBucketVersioning({ Bucket })
    expect(Status).toBe('Enabled')
    const VersioningConfiguration = { Status: 'Suspended' } as const
    expect(await failure(client.putBucketVersioning({ Bucket, VersioningConfiguration }))).toEqual({
      status: 409,
      code: 'InvalidBucketState',
    })
  })

  test('can be added to a bucket with versions, not to another', async () => {
    const later = { Bucket: 'locked-later' }
    await client.createBucket(later)
    expect(await configure(later.Bucket, undefined)).toEqual({ status: 409, code: 'InvalidBucketState' })
    expect(await failure(client.getObjectLockConfiguration(later))).toEqual({
      status: 404,
      code: 'ObjectLockConfigurationNotFoundError',
    })
    const VersioningConfiguration = { Status: 'Enabled' } as const
    await client.putBucketVersioning({ ...later, VersioningConfiguration })
    differs('lock-later')
    expect(await configure(later.Bucket, { Mode: 'GOVERNANCE', Years: 1 })).toBeUndefined()
    const got = await client.getObjectLockConfiguration(later)
    expect(got.ObjectLockConfiguration).toEqual({
      ObjectLockEnabled: 'Enabled',
      Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Years: 1 } },
    })
  })

  test('refuses a rule that S3 refuses', async () => {
    expect([
      (await setDefault({ Mode: 'GOVERNANCE', Days: 1, Years: 1 }))?.code,
      (await setDefault({ Mode: 'GOVERNANCE' }))?.code,
      (await setDefault({ Mode: 'governance', Days: 1 }))?.code,
      (await setDefault({ Mode: 'GOVERNANCE', Days: 0 }))?.code,
      (await setDefault({ Mode: 'GOVERNANCE', Years: -1 }))?.code,
      (await setDefault({ Mode: 'GOVERNANCE', Days: 1_024_001 }))?.code,
      await setDefault({ Mode: 'GOVERNANCE', Days: 1_024_000 }),
    ]).toEqual([
      'MalformedXML',
      'MalformedXML',
      'MalformedXML',
      'InvalidRetentionPeriod',
      'InvalidRetentionPeriod',
      follows('lock-longest') ? 'InvalidRetentionPeriod' : undefined,
      undefined,
    ])
  })

  test('is asked for by retention and holds', async () => {
    const missing = { status: 400, code: 'InvalidRequest' }
    const own = { Bucket: 'unlocked', Key: 'k' }
    await put('k', { Bucket: 'unlocked' })
    const Retention = { Mode: 'GOVERNANCE', RetainUntilDate: inDays(1) } as const
    expect([
      await failure(client.putObjectRetention({ ...own, Retention })),
      await failure(client.getObjectRetention(own)),
      await failure(client.putObjectLegalHold({ ...own, LegalHold: { Status: 'ON' } })),
      await failure(client.getObjectLegalHold(own)),
      await failure(put('k', { Bucket: 'unlocked', ObjectLockLegalHoldStatus: 'ON' })),
    ]).toEqual([missing, missing, missing, missing, missing])
  })
})

describe('retention', () => {
  test('keeps a version, not its key: a marker hides it, and it cannot be removed until its time', async () => {
    const VersionId = await put('timed', {
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: inDays(2),
    })
    expect(await remove('timed')).toBeUndefined()
    expect(await remove('timed', VersionId)).toEqual(denied)
    expect(await remove('timed', VersionId, true)).toEqual(denied)
    at(3 * DAY)
    expect(await remove('timed', VersionId)).toBeUndefined()
  })

  test('of governance can be bypassed with full control, by nobody else', async () => {
    const VersionId = await put('governed', {
      ObjectLockMode: 'GOVERNANCE',
      ObjectLockRetainUntilDate: inDays(2),
    })
    const writer = running.client({ keys: await running.subUser('readwrite') })
    differs('sub-user-bypass')
    expect([
      await remove('governed', VersionId),
      await remove('governed', VersionId, true, writer),
      await remove('governed', VersionId, true),
    ]).toEqual([denied, denied, undefined])
  })

  test('holds in DeleteObjects, entry by entry', async () => {
    const locked = await put('both', {
      ObjectLockMode: 'GOVERNANCE',
      ObjectLockRetainUntilDate: inDays(2),
    })
    const free = await put('both')
    const erase = async (BypassGovernanceRetention?: boolean) => {
      const Objects = [locked, free].map(VersionId => ({ Key: 'both', VersionId }))
      const answer = await client.deleteObjects({ Bucket, Delete: { Objects }, BypassGovernanceRetention })
      return [
        answer.Deleted?.map(entry => entry.VersionId).sort(),
        answer.Errors?.map(entry => [entry.VersionId, entry.Code]),
      ]
    }
    expect(await erase()).toEqual([[free], [[locked, 'AccessDenied']]])
    expect(await erase(true)).toEqual([[locked, free].sort(), undefined])
  })

  test('can be extended, and weakened only by a bypass of governance', async () => {
    const governance = (days: number) => ({ Mode: 'GOVERNANCE', RetainUntilDate: inDays(days) }) as const
    const compliance = (days: number) => ({ Mode: 'COMPLIANCE', RetainUntilDate: inDays(days) }) as const
    await put('changed')
    const none = { status: 404, code: 'NoSuchObjectLockConfiguration' }
    expect(await failure(retention('changed'))).toEqual(refusal(none))
    expect([
      await retain('changed', governance(2)),
      await retain('changed', governance(3)),
      await retain('changed', governance(1)),
      await retain('changed', compliance(4)),
      await retain('changed', {}),
      await retain('changed', governance(1), true),
      await retain('changed', compliance(2), true),
      await retain('changed', compliance(1), true),
      await retain('changed', governance(5), true),
      await retain('changed', {}, true),
      await retain('changed', compliance(6)),
    ]).toEqual([
      undefined,
      undefined,
      denied,
      denied,
      refusal(denied),
      undefined,
      undefined,
      denied,
      denied,
      refusal(denied),
      undefined,
    ])
    expect(await retention('changed')).toMatchObject({ Mode: 'COMPLIANCE' })
  })

  test('of governance ends at once by an empty retention and a bypass', async () => {
    const VersionId = await put('lifted')
    await retain('lifted', { Mode: 'GOVERNANCE', RetainUntilDate: inDays(1) })
    differs('lock-lift')
    expect(await retain('lifted', {}, true)).toBeUndefined()
    expect(await remove('lifted', VersionId)).toBeUndefined()
  })

  test('by default is that of the bucket when the version was written', async () => {
    await setDefault({ Mode: 'GOVERNANCE', Days: 10 })
    await put('default')
    const VersionId = await put('default', {
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: inDays(1),
    })
    await setDefault(undefined)
    const { LastModified, ...head } = await client.headObject({ Bucket, Key: 'default' })
    expect([head.VersionId, head.ObjectLockMode]).toEqual([VersionId, 'COMPLIANCE'])
    await setDefault({ Mode: 'GOVERNANCE', Years: 1 })
    await client.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/default?versionId=${VersionId}` })
    const { Mode, RetainUntilDate } = (await retention('copy'))!
    const expected = new Date(LastModified!)
    expected.setUTCFullYear(expected.getUTCFullYear() + 1)
    differs('lock-copy')
    expect(Mode).toBe('GOVERNANCE')
    expect(Math.abs(RetainUntilDate!.getTime() - expected.getTime())).toBeLessThan(60_000)
  })

  test('of a multipart object is what its start asked for', async () => {
    const named = { Bucket, Key: 'parts' }
    const until = inDays(2)
    const { UploadId } = await client.createMultipartUpload({
      ...named,
      ObjectLockMode: 'GOVERNANCE',
      ObjectLockRetainUntilDate: until,
      ObjectLockLegalHoldStatus: 'ON',
    })
    const { ETag } = await client.uploadPart({ ...named, UploadId, PartNumber: 1, Body: 'x' })
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
    const { VersionId } = await client.completeMultipartUpload({ ...named, UploadId, MultipartUpload })
    differs('lock-multipart')
    expect(await client.headObject(named)).toMatchObject({
      VersionId,
      ObjectLockMode: 'GOVERNANCE',
      ObjectLockRetainUntilDate: until,
      ObjectLockLegalHoldStatus: 'ON',
    })
    expect(await remove('parts', VersionId, true)).toEqual(denied)
  })

  test('is refused where it cannot be', async () => {
    await put('bad')
    const RetainUntilDate = inDays(1)
    expect([
      (await retain('bad', { Mode: 'governance' as 'GOVERNANCE', RetainUntilDate }))?.code,
      (await retain('bad', { Mode: 'GOVERNANCE' }))?.code,
      (await retain('bad', { Mode: 'GOVERNANCE', RetainUntilDate: inDays(-1) }))?.code,
      (await failure(put('bad', { ObjectLockMode: 'GOVERNANCE' })))?.code,
      (await failure(put('bad', { ObjectLockRetainUntilDate: RetainUntilDate })))?.code,
      (await failure(put('bad', { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: inDays(-1) })))
        ?.code,
      (await failure(put('bad', { ObjectLockLegalHoldStatus: 'MAYBE' as 'ON' })))?.code,
      (await hold('bad', 'on' as 'ON'))?.code,
    ]).toEqual([
      'MalformedXML',
      'MalformedXML',
      'InvalidArgument',
      'InvalidArgument',
      'InvalidArgument',
      'InvalidArgument',
      'InvalidArgument',
      'MalformedXML',
    ])
  })
})

describe('a legal hold', () => {
  test('keeps its version until it is off, bypass or not', async () => {
    const VersionId = await put('held')
    const status = async () => (await client.getObjectLegalHold({ Bucket, Key: 'held' })).LegalHold?.Status
    const none = { status: 404, code: 'NoSuchObjectLockConfiguration' }
    expect(await failure(status())).toEqual(refusal(none))
    expect(await hold('held', 'ON')).toBeUndefined()
    expect(await status()).toBe('ON')
    at(1000 * DAY)
    expect(await remove('held', VersionId, true)).toEqual(denied)
    expect(await hold('held', 'OFF', VersionId)).toBeUndefined()
    expect(await status()).toBe('OFF')
    expect(await remove('held', VersionId)).toBeUndefined()
  })
})

test('a null version that a lock protects stays when it is deleted by its id', async () => {
  const later = { Bucket: 'locked-null' }
  await client.createBucket(later)
  await put('k', later)
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await client.putBucketVersioning({ ...later, VersioningConfiguration })
  differs('lock-later')
  expect(await configure(later.Bucket, undefined)).toBeUndefined()
  const LegalHold = { Status: 'ON' } as const
  await client.putObjectLegalHold({ ...later, Key: 'k', VersionId: 'null', LegalHold })
  await put('k', later)
  const erase = client.deleteObject({ ...later, Key: 'k', VersionId: 'null' })
  expect(await failure(erase)).toEqual(denied)
})
