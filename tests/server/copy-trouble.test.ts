import type { PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import type { Updateable } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { differsFromS3 } from '../../domain/storage-differences.ts'
import type { Job } from '../../openapi/schema.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import { cancelJob } from '../../server/store/jobs.ts'
import type { Tables } from '../../server/store/schema.ts'
import { inBucket } from '../support/s3.ts'
import { alone } from './support/alone.ts'
import type { TestConsole, Visitor } from './support/console.ts'
import { copySteps } from './support/copy-steps.ts'
import { endOf, failuresOf, readJob } from './support/jobs.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { onEachStorage } from './support/storages.ts'

const KiB = 1024

onEachStorage((_, prepare) => {
  let console: TestConsole
  let people: People
  let boss: Person
  let visitor: Visitor
  let client: S3
  let bucket: string
  let count = 0

  async function as(person: Person): Promise<void> {
    boss = person
    visitor = await people.visit(person)
    client = await clientOf(console, person)
  }

  prepare(async started => {
    console = started.console
    people = await makePeople(console)
  })
  beforeEach(async () => {
    count += 1
    bucket = `kho-khan-${count}`
    await as(await people.owner(`chu-${count}`))
    await client.createBucket({ Bucket: bucket })
  })

  const differs = (id: Parameters<typeof differsFromS3>[1]) =>
    differsFromS3(console.kho.services.storageKind, id)
  const put = (Key: string, Body = 'x', more: Partial<PutObjectCommandInput> = {}) =>
    client.putObject({ Bucket: bucket, Key, Body, ...more })
  const fill = async (folder: string, files: number, Body: string) => {
    const left = Array.from({ length: files }, (_, at) => `${folder}${at}`).values()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const key of left) await put(key, Body)
      }),
    )
  }
  const keysOf = (Prefix = '', Bucket = bucket) => inBucket(client, Bucket).keys(Prefix)
  const textOf = async (Key: string) =>
    (await client.getObject({ Bucket: bucket, Key })).Body!.transformToString()
  const into = (target_folder: string, keys = ['a/']) => ({
    ...{ bucket, keys, target_bucket: bucket, target_folder },
  })
  async function begin(way: 'copy' | 'move', more: object = {}): Promise<Job> {
    const answer = await visitor.call('PUT', `/objects/${way}`, { ...into('b/'), ...more })
    expect(answer).toMatchObject({ status: 200, body: { job: { id: expect.any(String) } } })
    return (answer.body as { job: Job }).job
  }
  const ended = (job: Pick<Job, 'id'>) => endOf(visitor, job)
  async function setQuota(quota: number | null): Promise<void> {
    await changeCustomer(alone(console.kho.services.db), boss.accountId, { quota })
    await console.kho.services.sync.apply(boss.accountId)
  }

  test('a source that changes or is deleted during a move fails with its own code and is not touched; the rest is moved', async () => {
    for (const key of ['a/changed', 'a/gone', 'a/kept']) await put(key, 'old')
    const steps = await copySteps(console, { person: boss, client, removes: true }, into('b/'))
    await steps.until('copy')
    await put('a/changed', 'new text')
    await client.deleteObject({ Bucket: bucket, Key: 'a/gone' })
    expect(await steps.until()).toEqual({
      ...{ done: 1, failed: 2 },
      failures: [
        ['a/changed', 'OBJECT_CHANGED'],
        ['a/gone', 'OBJECT_NOT_FOUND'],
      ],
    })
    expect(await keysOf('a/')).toEqual(['a/changed'])
    expect(await textOf('a/changed')).toBe('new text')
    expect(await textOf('b/a/kept')).toBe('old')
  })

  test('a move in a versioned bucket that runs again after a crash leaves one delete marker for each source', async () => {
    const VersioningConfiguration = { Status: 'Enabled' } as const
    await client.putBucketVersioning({ Bucket: bucket, VersioningConfiguration })
    for (const key of ['a/1', 'a/2']) await put(key)
    const steps = await copySteps(console, { person: boss, client, removes: true }, into('b/'))
    expect(await steps.until()).toEqual({ done: 2, failed: 0, failures: [] })
    const { DeleteMarkers = [] } = await client.listObjectVersions({ Bucket: bucket })
    expect(DeleteMarkers.map(({ Key }) => Key)).toEqual(['a/1', 'a/2'])
    expect(await keysOf()).toEqual(['b/a/1', 'b/a/2'])
  })

  test('a source whose metadata changes during a move fails with its own code and is kept', async () => {
    await put('a/x', 'same')
    const modified = async () =>
      (await client.headObject({ Bucket: bucket, Key: 'a/x' })).LastModified?.getTime()
    const before = await modified()
    const steps = await copySteps(console, { person: boss, client, removes: true }, into('b/'))
    await steps.until('copy')
    const change = {
      ...{ Bucket: bucket, Key: 'a/x', CopySource: `${bucket}/a/x` },
      ...{ MetadataDirective: 'REPLACE' as const, Metadata: { project: 'kho' } },
    }
    // HEAD gives the time in whole seconds.
    await expect
      .poll(async () => {
        await client.copyObject(change)
        return modified()
      })
      .not.toBe(before)
    expect(await steps.until()).toEqual({ done: 0, failed: 1, failures: [['a/x', 'OBJECT_CHANGED']] })
    const { Metadata } = await client.headObject({ Bucket: bucket, Key: 'a/x' })
    expect(Metadata).toEqual({ project: 'kho' })
  })

  test('a source that changes during its multipart copy fails with its own code and is not touched', async () => {
    await put('a/large', 'old')
    const large = { person: boss, client, removes: true, maxCopySize: 1 }
    const steps = await copySteps(console, large, into('b/', ['a/large']))
    await steps.until('parts')
    await put('a/large', 'new')
    expect(await steps.until()).toEqual({ done: 0, failed: 1, failures: [['a/large', 'OBJECT_CHANGED']] })
    expect(await keysOf()).toEqual(['a/large'])
    expect(await textOf('a/large')).toBe('new')
  })

  const uploadsOf = async () => {
    const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket })
    return Uploads.map(({ Key }) => Key)
  }

  test('a target that appears before a multipart copy completes is not replaced, and its source is kept', async context => {
    if (differs('conditional-completion')) return context.skip('RGW knows no conditions of completions')
    await put('a/large', 'ours')
    const late = await clientOf(console, boss)
    late.middlewareStack.add(
      (next, { commandName }) =>
        async args => {
          if (commandName === 'CompleteMultipartUploadCommand') await put('b/large', 'theirs')
          return next(args)
        },
      { step: 'initialize' },
    )
    const large = { person: boss, client: late, removes: true, maxCopySize: 1 }
    const steps = await copySteps(console, large, into('b/', ['a/large']))
    expect(await steps.until()).toEqual({ done: 0, failed: 1, failures: [['a/large', 'TARGET_EXISTS']] })
    expect([await textOf('a/large'), await textOf('b/large')]).toEqual(['ours', 'theirs'])
    expect(await uploadsOf()).toEqual([])
  })

  test('cancelling a job aborts its unfinished multipart upload, and a retry completes the copy', async () => {
    await put('a/large', 'all of it')
    const large = { person: boss, client, removes: true, maxCopySize: 1 }
    const steps = await copySteps(console, large, into('b/'))
    await steps.until('parts')
    await steps.next()
    expect(await uploadsOf()).toEqual(['b/a/large'])
    await put('other/x')
    const job = await begin('move', { keys: ['other/'] })
    await ended(job)
    const { db, jobs } = console.kho.services
    const change = (values: Updateable<Tables['jobs']>) =>
      db.updateTable('jobs').set(values).where('id', '=', job.id).execute()
    const input = JSON.stringify({ ...into('b/'), existing: 'refuse' })
    const cursor = JSON.stringify(steps.cursor())
    await change({ state: 'running', ended_at: null, lease_until: 1e12, failed: 0, input, cursor })
    await visitor.call('POST', `/jobs/${job.id}/cancel`)
    await change({ lease_until: 0 })
    jobs.wake()
    expect(await ended(job)).toMatchObject({ state: 'cancelled', failed: 0 })
    await expect.poll(uploadsOf).toEqual([])
    const retry = await visitor.call('POST', `/jobs/${job.id}/retry`, {})
    expect(await ended(retry.body as Job)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await keysOf()).toEqual(['b/a/large', 'b/other/x'])
    expect(await textOf('b/a/large')).toBe('all of it')
  })

  test('a target that appears during the job is not replaced, and its source is kept', async context => {
    if (differs('conditional-writes')) return context.skip('RGW knows no conditions of copies')
    await put('a/1', 'ours')
    const steps = await copySteps(console, { person: boss, client, removes: true }, into('b/'))
    await steps.until('copy')
    await put('b/a/1', 'theirs')
    expect(await steps.until()).toEqual({ done: 0, failed: 1, failures: [['a/1', 'TARGET_EXISTS']] })
    expect([await textOf('a/1'), await textOf('b/a/1')]).toEqual(['ours', 'theirs'])
  })

  test('a cancelled move ends after its batch with each file in one place, and a retry moves the rest', async () => {
    await fill('a/', 1500, 'x')
    const job = await begin('move')
    while ((await readJob(visitor, job)).done === 0);
    // In the table, as the last batch may end before a request is answered.
    await cancelJob(console.kho.services.db, job.id, Math.floor(console.clock.now / 1000))
    const { state, done, failed, ...more } = await ended(job)
    expect({ state, failed, error: more.error }).toEqual({ state: 'cancelled', failed: 0, error: null })
    const names = async (folder: string) => (await keysOf(folder)).map(key => key.slice(folder.length))
    const [left, moved] = [await names('a/'), await names('b/a/')]
    expect(moved.length).toBe(done)
    expect(new Set([...left, ...moved]).size).toBe(1500)
    expect(left.length + moved.length).toBe(1500)
    const retry = await visitor.call('POST', `/jobs/${job.id}/retry`, {})
    expect(await ended(retry.body as Job)).toMatchObject({ state: 'done', done: 1500 - done, failed: 0 })
    expect([(await keysOf('a/')).length, (await keysOf('b/a/')).length]).toEqual([0, 1500])
  })

  test('the batch of the last files ends a job, so nothing is left where it is cancelled then; a folder’s mark counts as no file', async () => {
    await put('a/', '', { ContentLength: 0 })
    await put('a/1')
    const steps = await copySteps(console, { person: boss, client, removes: true }, into('b/'))
    await steps.until('copy')
    await steps.next()
    expect(steps.cursor()).toBe(null)
    expect(await steps.until()).toEqual({ done: 1, failed: 0, failures: [] })
    expect(await keysOf()).toEqual(['b/a/', 'b/a/1'])
  })

  // RGW asks its quota by figures that are minutes old.
  describe('with a quota', () => {
    const each = 100 * KiB
    /** Of the quota: an object costs 1 KiB beside its bytes. */
    const taken = each + KiB

    beforeEach(async context => {
      if (console.kho.services.storageKind !== 'embedded') return context.skip('RGW’s quota is late')
      await fill('a/', 12, 'x'.repeat(each))
    })

    test('that is spent during a copy the job fails with Not enough storage space!, and a retry copies the rest', async () => {
      await setQuota(17 * taken)
      const job = await ended(await begin('copy'))
      expect(job).toMatchObject({ state: 'failed', error: 'NOT_ENOUGH_STORAGE', done: 5, failed: 0 })
      expect((await keysOf('b/a/')).length).toBe(5)
      await setQuota(null)
      const retry = await visitor.call('POST', `/jobs/${job.id}/retry`, {})
      expect(await ended(retry.body as Job)).toMatchObject({ state: 'done', done: 7, failed: 0 })
      expect([(await keysOf('a/')).length, (await keysOf('b/a/')).length]).toEqual([12, 12])
    })

    test('that has room for some of its files a whole folder is moved, as removed sources free space', async () => {
      await setQuota(14 * taken)
      expect(await ended(await begin('move'))).toMatchObject({ state: 'done', done: 12, failed: 0 })
      expect([(await keysOf('a/')).length, (await keysOf('b/a/')).length]).toEqual([0, 12])
    })

    test('that has room for none of its files a move fails with Not enough storage space!, and nothing is lost', async () => {
      await setQuota(12 * taken)
      const job = await ended(await begin('move'))
      expect(job).toMatchObject({ state: 'failed', error: 'NOT_ENOUGH_STORAGE', done: 0, failed: 0 })
      expect([(await keysOf('a/')).length, (await keysOf('b/a/')).length]).toEqual([12, 0])
    })

    test('that has no room for both names of a folder with versions is full before its first file is renamed', async () => {
      const VersioningConfiguration = { Status: 'Enabled' } as const
      await client.putBucketVersioning({ Bucket: bucket, VersioningConfiguration })
      await setQuota(17 * taken)
      const renamed = await visitor.call('PUT', '/objects/rename', { bucket, key: 'a/', name: 'b' })
      const job = await ended((renamed.body as { job: Job }).job)
      expect(job).toMatchObject({ state: 'failed', error: 'NOT_ENOUGH_STORAGE', done: 0, failed: 0 })
      expect([(await keysOf('a/')).length, (await keysOf('b/')).length]).toEqual([12, 0])
      await setQuota(null)
      const retry = await visitor.call('POST', `/jobs/${job.id}/retry`, {})
      expect(await ended(retry.body as Job)).toMatchObject({ state: 'done', done: 12, failed: 0 })
    })
  })

  describe('locked versions', () => {
    const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000)
    const locked = { ObjectLockMode: 'GOVERNANCE' as const, ObjectLockRetainUntilDate: until }

    beforeEach(async () => {
      bucket = `khoa-${count}`
      await client.createBucket({ Bucket: bucket, ObjectLockEnabledForBucket: true })
      await put('a/1', 'locked', locked)
    })

    async function versionsOf(Prefix: string) {
      const { Versions = [], DeleteMarkers = [] } = await client.listObjectVersions({
        Bucket: bucket,
        Prefix,
      })
      return { versions: Versions, markers: DeleteMarkers.length }
    }
    const lockOf = async (Key: string, VersionId: string | undefined) => {
      const head = await client.headObject({ Bucket: bucket, Key, VersionId })
      return [head.ObjectLockMode, head.ObjectLockRetainUntilDate]
    }

    test('as sources of a move stay locked under a delete marker', async () => {
      expect(await ended(await begin('move'))).toMatchObject({ state: 'done', done: 1, failed: 0 })
      const { versions, markers } = await versionsOf('a/')
      expect([versions.length, markers]).toEqual([1, 1])
      expect(await lockOf('a/1', versions[0]!.VersionId)).toEqual(['GOVERNANCE', until])
      expect(await textOf('b/a/1')).toBe('locked')
    })

    test('that a copy replaces stay locked as previous versions', async () => {
      await put('c/1', 'new')
      const copied = await visitor.call('PUT', '/objects/copy', {
        ...into('a/', ['c/1']),
        existing: 'replace',
      })
      expect(copied.body).toMatchObject({ key: 'a/1', job: null })
      const { versions, markers } = await versionsOf('a/')
      expect([versions.length, markers]).toEqual([2, 0])
      const previous = versions.find(({ IsLatest }) => !IsLatest)
      expect(await lockOf('a/1', previous!.VersionId)).toEqual(['GOVERNANCE', until])
      expect(await textOf('a/1')).toBe('new')
    })

    test('that cannot be deleted fail with their lock and its end; copy and source are both kept', async () => {
      const Resource = [`arn:aws:s3:::${bucket}/a/*`]
      const deny = { Effect: 'Deny', Principal: '*', Action: 's3:DeleteObject', Resource }
      const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [deny] })
      await client.putBucketPolicy({ Bucket: bucket, Policy })
      const job = await ended(await begin('move'))
      expect(job).toMatchObject({ state: 'done', done: 0, failed: 1 })
      expect(await failuresOf(visitor, job)).toEqual([
        { key: 'a/1', version_id: null, code: 'OBJECT_LOCKED', lock: 'governance', until: +until / 1000 },
      ])
      expect([await textOf('a/1'), await textOf('b/a/1')]).toEqual(['locked', 'locked'])
    })
  })

  test('a job copies content type, cache control, metadata and tags', async () => {
    const about = { ContentType: 'text/x', CacheControl: 'no-store', ContentDisposition: 'inline' }
    await put('a/b/ tệp +%25.txt', 'chào', { ...about, Metadata: { nguon: 'a' }, Tagging: 'nam=2026' })
    expect(await ended(await begin('copy'))).toMatchObject({ state: 'done', done: 1 })
    const where = { Bucket: bucket, Key: 'b/a/b/ tệp +%25.txt' }
    expect(await client.headObject(where)).toMatchObject({ ...about, Metadata: { nguon: 'a' } })
    const { TagSet } = await client.getObjectTagging(where)
    expect(TagSet).toEqual([{ Key: 'nam', Value: '2026' }])
  })

  test('a copy of an encrypted object is encrypted whatever the target bucket’s default; other copies follow that default', async context => {
    if (differs('bucket-encryption')) return context.skip('RGW has no encryption of buckets')
    const [secret, open] = [`ma-hoa-${count}`, `mo-${count}`]
    for (const Bucket of [secret, open]) await client.createBucket({ Bucket })
    const ServerSideEncryptionConfiguration = {
      Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' as const } }],
    }
    await client.putBucketEncryption({ Bucket: secret, ServerSideEncryptionConfiguration })
    const plain = bucket
    bucket = secret
    await put('a/1', 'secret')
    expect(await ended(await begin('move', { target_bucket: open }))).toMatchObject({
      state: 'done',
      done: 1,
    })
    bucket = plain
    await put('a/2', 'plain')
    await put('a/3', 'own', { ServerSideEncryption: 'AES256' })
    expect(await ended(await begin('copy', { target_bucket: open }))).toMatchObject({
      state: 'done',
      done: 2,
    })
    expect(await ended(await begin('copy', { target_bucket: secret }))).toMatchObject({
      ...{ state: 'done', done: 2 },
    })
    const encryptionOf = async (Bucket: string, Key: string) =>
      (await client.headObject({ Bucket, Key })).ServerSideEncryption
    const told = async (Bucket: string) =>
      Promise.all((await keysOf('', Bucket)).map(async key => [key, await encryptionOf(Bucket, key)]))
    expect(await told(open)).toEqual([
      ['b/a/1', 'AES256'],
      ['b/a/2', undefined],
      ['b/a/3', 'AES256'],
    ])
    expect(await told(secret)).toEqual([
      ['b/a/2', 'AES256'],
      ['b/a/3', 'AES256'],
    ])
  })
})
