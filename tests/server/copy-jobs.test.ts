import type { PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import { beforeEach, expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { inBucket } from '../support/s3.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { copySteps } from './support/copy-steps.ts'
import { endOf, failuresOf, keysAndCodes } from './support/jobs.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { onEachStorage } from './support/storages.ts'

onEachStorage((kind, prepare) => {
  let console: TestConsole
  let people: People
  let boss: Person
  let visitor: Visitor
  let client: S3
  let bucket: string
  let count = 0

  prepare(async started => {
    console = started.console
    people = await makePeople(console)
    boss = await people.owner('an')
    visitor = await people.visit(boss)
    client = await clientOf(console, boss)
    await client.createBucket({ Bucket: 'noi-den' })
  })
  beforeEach(async () => {
    count += 1
    bucket = `nguon-${count}`
    await client.createBucket({ Bucket: bucket })
  })

  const put = (Key: string, Body = 'x', more: Partial<PutObjectCommandInput> = {}) =>
    client.putObject({ Bucket: bucket, Key, Body, ...more })
  const keysOf = (Bucket = bucket, Prefix = '') => inBucket(client, Bucket).keys(Prefix)
  const textOf = (Bucket: string, Key: string) => inBucket(client, Bucket).text(Key)
  const send = (way: 'copy' | 'move', keys: string[], more: object = {}) =>
    visitor.call('PUT', `/objects/${way}`, {
      ...{ bucket, keys, target_bucket: bucket, target_folder: 'đích/', ...more },
    })
  const rename = (key: string, name: string) => visitor.call('PUT', '/objects/rename', { bucket, key, name })

  function started(answer: Answer): Job {
    // Another job's end may already have had it begun.
    expect(answer).toMatchObject({ status: 200, body: { job: { id: expect.any(String) } } })
    return (answer.body as { job: Job }).job
  }

  const ended = (job: Pick<Job, 'id'>) => endOf(visitor, job)

  test('/objects/copy (PUT) copies one file at once, with metadata, tags and type', async () => {
    const more = {
      Metadata: { nguon: 'a' },
      Tagging: 'nam=2026',
      ContentType: 'text/x',
      CacheControl: 'no-store',
    }
    await put('a/ tệp +%25.txt', 'chào', more)
    const to = { target_bucket: 'noi-den', target_folder: 'b/' }
    const copied = { key: 'b/ tệp +%25.txt', job: null, undo: expect.any(String) }
    expect((await send('copy', ['a/ tệp +%25.txt'], to)).body).toEqual(copied)
    const where = { Bucket: 'noi-den', Key: 'b/ tệp +%25.txt' }
    expect(await client.getObject(where)).toMatchObject({
      ...{ Metadata: { nguon: 'a' }, ContentType: 'text/x', CacheControl: 'no-store' },
    })
    expect((await client.getObjectTagging(where)).TagSet).toEqual([{ Key: 'nam', Value: '2026' }])
    expect(await keysOf()).toEqual(['a/ tệp +%25.txt'])
  })

  test('/objects/move (PUT) moves and /objects/rename (PUT) renames one file at once', async () => {
    await put('a/b.txt', 'chào')
    expect((await rename('a/b.txt', 'c.txt')).body).toMatchObject({ key: 'a/c.txt', job: null })
    expect((await send('move', ['a/c.txt'])).body).toMatchObject({ key: 'đích/c.txt', job: null })
    expect(await keysOf()).toEqual(['đích/c.txt'])
    expect(await textOf(bucket, 'đích/c.txt')).toBe('chào')
  })

  test('an existing target is refused, replaced, kept beside the copy or skipped, as requested', async () => {
    await put('a.txt', 'new')
    await put('đích/a.txt', 'old')
    const exists = { status: 409, code: 'TARGET_EXISTS' }
    expect(problem(await send('copy', ['a.txt']))).toEqual(exists)
    expect(problem(await rename('đích/a.txt', 'a.txt'))).toEqual(exists)
    expect((await send('copy', ['a.txt'], { existing: 'skip' })).body).toEqual({ key: null, job: null })
    expect(await textOf(bucket, 'đích/a.txt')).toBe('old')
    expect((await send('copy', ['a.txt'], { existing: 'keep-both' })).body).toMatchObject({
      key: 'đích/a (1).txt',
    })
    expect((await send('move', ['a.txt'], { existing: 'replace' })).body).toMatchObject({ key: 'đích/a.txt' })
    expect([await textOf(bucket, 'đích/a.txt'), await textOf(bucket, 'đích/a (1).txt')]).toEqual([
      'new',
      'new',
    ])
    expect(await keysOf()).toEqual(['đích/a (1).txt', 'đích/a.txt'])
  })

  test('each invalid request is refused with its own code', async () => {
    await put('a/b/c.txt')
    const refused = async (answer: Promise<Answer>) => problem(await answer).code
    const into = (target_folder: string) => refused(send('move', ['a/'], { target_folder }))
    expect([await into('a/b/'), await into('a/'), await into('')]).toEqual(
      Array(3).fill('TARGET_INSIDE_SOURCE'),
    )
    expect(await refused(send('move', ['a/b/c.txt'], { target_folder: 'a/b/' }))).toBe('TARGET_INSIDE_SOURCE')
    expect(await refused(send('copy', ['none/']))).toBe('OBJECT_NOT_FOUND')
    expect(await refused(send('copy', ['none']))).toBe('OBJECT_NOT_FOUND')
    expect(await refused(send('copy', ['a/b/c.txt'], { bucket: 'khong-co' }))).toBe('BUCKET_NOT_FOUND')
    const eva = await people.visit(await people.owner(`eva${count}`))
    await eva.call('POST', '/bucket', { bucket: `cua-eva-${count}` })
    expect(await refused(send('copy', ['a/'], { target_bucket: `cua-eva-${count}` }))).toBe(
      'TARGET_BUCKET_NOT_FOUND',
    )
    const deep = `${'d'.repeat(1020)}/`
    expect(await refused(send('copy', ['a/b/c.txt'], { target_folder: deep }))).toBe('KEY_TOO_LONG')
    for (const name of ['', 'x/y', '..', ' x'])
      expect(await refused(rename('a/', name))).toBe('INVALID_REQUEST')
    expect(await refused(send('copy', ['a/b/c.txt', 'c.txt'], { existing: 'replace' }))).toBe(
      'INVALID_REQUEST',
    )
    expect(await keysOf()).toEqual(['a/b/c.txt'])
  })

  test('/objects/copy (PUT) copies folders and files by a job, to another bucket too', async () => {
    for (const key of ['a/', 'a/1.txt', 'a/b/2.txt', 'c.txt', 'd.txt']) await put(key, key)
    const target = { target_bucket: 'noi-den', target_folder: `${bucket}/` }
    const job = await ended(started(await send('copy', ['a/', 'c.txt'], target)))
    expect(job).toMatchObject({
      ...{ kind: 'copy-objects', bucket, source: 'a/', sources: 2 },
      ...{ state: 'done', done: 4, failed: 0, total: 4 },
      ...{
        target: { bucket: 'noi-den', key: `${bucket}/` },
        bytes: 2 + 7 + 9 + 5,
        started_at: expect.any(Number),
      },
    })
    expect(await keysOf('noi-den', `${bucket}/`)).toEqual(
      ['a/', 'a/1.txt', 'a/b/2.txt', 'c.txt'].map(key => `${bucket}/${key}`),
    )
    expect((await keysOf()).length).toBe(5)
  })

  test('files of one name, of several folders, are kept beside each other, or one is left where it was', async () => {
    for (const key of ['a/x.txt', 'b/x.txt', 'c/x.txt', 'a/in/', 'b/in/', 'a/in/y.txt', 'b/in/y.txt'])
      await put(key, key)
    const named = ['a/x.txt', 'b/x.txt', 'c/x.txt', 'a/in/', 'b/in/']
    const copied = await ended(started(await send('copy', named, { existing: 'keep-both' })))
    expect(copied).toMatchObject({ state: 'done', failed: 0 })
    const texts = (keys: string[]) => Promise.all(keys.map(key => textOf(bucket, `đích/${key}`)))
    expect((await texts(['x.txt', 'x (1).txt', 'x (2).txt'])).sort()).toEqual(named.slice(0, 3))
    expect((await texts(['in/y.txt', 'in/y (1).txt'])).sort()).toEqual(['a/in/y.txt', 'b/in/y.txt'])
    const into = { target_folder: 'nơi khác/' }
    const moved = await ended(started(await send('move', named.slice(0, 2), { ...into, existing: 'refuse' })))
    expect(keysAndCodes(await failuresOf(visitor, moved))).toEqual([['b/x.txt', 'TARGET_EXISTS']])
    expect(await textOf(bucket, 'nơi khác/x.txt')).toBe('a/x.txt')
    const left = await ended(
      started(await send('move', ['b/x.txt', 'c/x.txt'], { ...into, existing: 'skip' })),
    )
    expect(left).toMatchObject({ state: 'done', done: 0, failed: 0 })
    expect(await keysOf(bucket, 'b/')).toEqual(['b/in/', 'b/in/y.txt', 'b/x.txt'])
  })

  test('/objects/move (PUT) moves and /objects/rename (PUT) renames a folder; failures tell why, and are retried as asked', async () => {
    for (const key of ['a/1.txt', 'a/2.txt', 'đích/a/2.txt']) await put(key, key)
    const moved = await ended(started(await send('move', ['a/'])))
    expect(moved).toMatchObject({ state: 'done', source: 'a/', done: 1, failed: 1, total: 2 })
    expect(keysAndCodes(await failuresOf(visitor, moved))).toEqual([['a/2.txt', 'TARGET_EXISTS']])
    expect(await keysOf()).toEqual(['a/2.txt', 'đích/a/1.txt', 'đích/a/2.txt'])
    const retry = (id: string, existing: string) => visitor.call('POST', `/jobs/${id}/retry`, { existing })
    const again = await retry(moved.id, 'keep-both')
    expect([again.status, await ended(again.body as Job)]).toMatchObject([
      202,
      { state: 'done', done: 1, failed: 0, total: 1 },
    ])
    expect(await keysOf()).toEqual(['đích/a/1.txt', 'đích/a/2 (1).txt', 'đích/a/2.txt'])
    expect(await textOf(bucket, 'đích/a/2 (1).txt')).toBe('a/2.txt')
    expect(problem(await retry((again.body as Job).id, 'skip'))).toEqual({
      status: 409,
      code: 'NOTHING_TO_RETRY',
    })
    expect(problem(await rename('đích/a/', '..'))).toMatchObject({ code: 'INVALID_REQUEST' })
    const renamed = await ended(started(await rename('đích/a/', 'b')))
    expect(renamed).toMatchObject({
      kind: 'rename-folder',
      state: 'done',
      done: 3,
      target: { bucket, key: 'đích/b/' },
    })
    expect(await keysOf()).toEqual(['đích/b/1.txt', 'đích/b/2 (1).txt', 'đích/b/2.txt'])
    expect(problem(await rename('đích/b/', 'b'))).toEqual({ status: 409, code: 'TARGET_EXISTS' })
  })

  test('files of a moved folder whose targets are its own files wait for a retry, and nothing is lost', async () => {
    await put('a/a/z', 'outer')
    await put('a/a/a/y', 'alone')
    await put('a/a/a/z', 'inner')
    await put('a/a/a/a/z', 'innermost')
    const up = { target_folder: '', existing: 'replace' }
    const moved = await ended(started(await send('move', ['a/a/'], up)))
    const waiting = ['a/a/a/a/z', 'a/a/a/y', 'a/a/a/z']
    expect(keysAndCodes(await failuresOf(visitor, moved))).toEqual(
      waiting.map(key => [key, 'TARGET_INSIDE_SOURCE']),
    )
    expect(await keysOf()).toEqual([...waiting, 'a/z'])
    const retry = async ({ id }: Job) =>
      ended((await visitor.call('POST', `/jobs/${id}/retry`, { existing: 'replace' })).body as Job)
    const again = await retry(moved)
    expect(again).toMatchObject({ done: 2, failed: 1 })
    expect(await retry(again)).toMatchObject({ done: 1, failed: 0 })
    expect(await keysOf()).toEqual(['a/a/a/z', 'a/a/y', 'a/a/z', 'a/z'])
    expect(await textOf(bucket, 'a/z')).toBe('outer')
    expect(await textOf(bucket, 'a/a/z')).toBe('inner')
    expect(await textOf(bucket, 'a/a/a/z')).toBe('innermost')
  })

  test('a retry takes up more failures than the API lists', async () => {
    await put('a/1.txt')
    const job = await ended(started(await send('move', ['a/'])))
    const { db } = console.kho.services
    const gone = Array.from({ length: 1500 }, (_, at) => `a/gone ${at}`)
    await put('a/last.txt')
    const more = { job_id: job.id, version_id: null, code: 'TARGET_EXISTS', lock: null, until: null } as const
    const rows = [...gone, 'a/last.txt'].map((key, number) => ({ ...more, key, number }))
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('job_failures')
        .values(rows.slice(at, at + 100))
        .execute()
    expect(await failuresOf(visitor, job)).toHaveLength(1000)
    const again = (await visitor.call('POST', `/jobs/${job.id}/retry`, {})).body as Job
    expect(await ended(again)).toMatchObject({ state: 'done', done: 1, failed: 1500, total: 1501 })
    expect(await keysOf()).toEqual(['đích/a/1.txt', 'đích/a/last.txt'])
    await put('a/gone 1499')
    const third = (await visitor.call('POST', `/jobs/${again.id}/retry`, {})).body as Job
    expect(await ended(third)).toMatchObject({ state: 'done', done: 1, failed: 1499, total: 1500 })
  })

  test('a retry takes the exact file that failed, even where databases cannot store a character of its name', async context => {
    if (kind !== 'embedded') context.skip('Ceph RGW has no such names.')
    const [name, other] = ['x\0y\ufdd0z', 'x\ufffdy\ufdd0z']
    await put(`a/${name}`, 'new')
    await put(`đích/a/${name}`, 'old')
    const moved = await ended(started(await send('move', ['a/'])))
    expect(keysAndCodes(await failuresOf(visitor, moved))).toEqual([[`a/${name}`, 'TARGET_EXISTS']])
    await put(`a/${other}`, 'not chosen')
    const retried = await visitor.call('POST', `/jobs/${moved.id}/retry`, { existing: 'replace' })
    expect(await ended(retried.body as Job)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await textOf(bucket, `đích/a/${name}`)).toBe('new')
    expect(await textOf(bucket, `a/${other}`)).toBe('not chosen')
  })

  test('nothing is copied to a target bucket whose name another account has taken', async () => {
    const target = `dich-${count}`
    await client.createBucket({ Bucket: target })
    const there = { Bucket: target, Key: 'a/1.txt' }
    await client.putObject({ ...there, Body: 'x' })
    await put('a/1.txt', 'secret')
    const to = { target_bucket: target, target_folder: '' }
    const moved = await ended(started(await send('move', ['a/'], to)))
    expect(moved).toMatchObject({ state: 'done', done: 0, failed: 1 })
    await client.deleteObject(there)
    await client.deleteBucket({ Bucket: target })
    const other = await clientOf(console, await people.owner(`chiem${count}`))
    await other.createBucket({ Bucket: target })
    const everybody = { Effect: 'Allow', Principal: '*', Action: 's3:*' }
    const Statement = { ...everybody, Resource: [`arn:aws:s3:::${target}`, `arn:aws:s3:::${target}/*`] }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [Statement] })
    await other.putBucketPolicy({ Bucket: target, Policy })
    const again = await visitor.call('POST', `/jobs/${moved.id}/retry`, { existing: 'replace' })
    expect(again.status).toBe(202)
    expect(await ended(again.body as Job)).toMatchObject({
      state: 'failed',
      error: 'TARGET_BUCKET_NOT_FOUND',
    })
    expect([await keysOf(), await keysOf(target)]).toEqual([['a/1.txt'], []])
  })

  // A copy of a part of the second key would end RGW's process.
  test.each(['a b.txt', 'a %25b.txt'])(
    'what is too large for one copy is moved in parts, with metadata and tags, and a step may run twice: %s',
    async key => {
      await put(key, 'chào bạn', { Metadata: { nguon: 'a' }, Tagging: 'nam=2026', ContentType: 'text/x' })
      const input = { bucket, keys: [key], target_bucket: bucket, target_folder: 'b/' }
      const steps = await copySteps(console, { person: boss, client, removes: true, maxCopySize: 3 }, input)
      expect(await steps.until()).toEqual({ done: 1, failed: 0, failures: [] })
      expect(await keysOf()).toEqual([`b/${key}`])
      const where = { Bucket: bucket, Key: `b/${key}` }
      const moved = await client.getObject(where)
      expect(moved).toMatchObject({
        Metadata: { nguon: 'a' },
        ContentType: 'text/x',
        ETag: expect.stringMatching(/-1"$/),
      })
      expect(await moved.Body!.transformToString()).toBe('chào bạn')
      const { TagSet } = await client.getObjectTagging(where)
      expect(TagSet).toEqual([{ Key: 'nam', Value: '2026' }])
    },
  )

  test('moving files out of a versioned bucket leaves delete markers', async () => {
    const VersioningConfiguration = { Status: 'Enabled' as const }
    await client.putBucketVersioning({ Bucket: bucket, VersioningConfiguration })
    await put('a/1.txt', 'one')
    await put('a/1.txt', 'two')
    expect(await ended(started(await send('move', ['a/'])))).toMatchObject({ state: 'done', done: 1 })
    const { Versions = [], DeleteMarkers = [] } = await client.listObjectVersions({ Bucket: bucket })
    expect(Versions.map(({ Key }) => Key)).toEqual(['a/1.txt', 'a/1.txt', 'đích/a/1.txt'])
    expect(DeleteMarkers.map(({ Key }) => Key)).toEqual(['a/1.txt'])
    expect(await textOf(bucket, 'đích/a/1.txt')).toBe('two')
  })

  test('/objects/delete-folder (DELETE) deletes up to 1,000 files at once, more by a job, and nothing beside the folder', async () => {
    const keys = Array.from({ length: 1001 }, (_, at) => `a/${at % 7}/tệp ${at}`)
    const left = [...keys, 'a-beside', 'b/1.txt'].values()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const key of left) await put(key)
      }),
    )
    const remove = (folder: string) => visitor.call('DELETE', '/objects/delete-folder', { bucket, folder })
    expect((await remove('b/')).body).toEqual({ deleted: 1, failed: [], job: null })
    const job = await ended(started(await remove('a/')))
    expect(job).toMatchObject({
      kind: 'delete-objects',
      source: 'a/',
      state: 'done',
      done: 1001,
      total: 1001,
      bytes: 1001,
    })
    expect(await keysOf()).toEqual(['a-beside'])
    expect((await remove('a/')).body).toEqual({ deleted: 0, failed: [], job: null })
  })

  test('/objects/delete/many (DELETE) deletes files and folders: up to 1,000 objects at once, more by a job', async () => {
    const keys = Array.from({ length: 1001 }, (_, at) => `a/tệp ${at}`)
    const left = [...keys, 'b/1.txt', 'b/c/2.txt', 'b-beside', 'x.txt', 'y.txt'].values()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const key of left) await put(key)
      }),
    )
    const remove = (keys: string[]) => visitor.call('DELETE', '/objects/delete/many', { bucket, keys })
    expect((await remove(['x.txt', 'b/', 'gone.txt', 'gone/'])).body).toEqual({
      ...{ deleted: 4, failed: [], job: null },
    })
    const job = await ended(started(await remove(['y.txt', 'a/'])))
    expect(job).toMatchObject({
      ...{ kind: 'delete-objects', source: 'y.txt', sources: 2, state: 'done' },
      ...{ done: 1002, failed: 0, total: 1002, bytes: 1001 },
    })
    expect(await keysOf()).toEqual(['b-beside'])
  })

  test('an object whose key ends in a slash is deleted alone, at once or by a job with others: what is below it stays', async () => {
    const keys = Array.from({ length: 1000 }, (_, at) => `b/tệp ${at}`)
    const left = [...keys, 'a/', 'a/1.txt', 'a/b/', 'a/b/2.txt'].values()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const key of left) await put(key)
      }),
    )
    const remove = (keys: string[], objects?: string[]) =>
      visitor.call('DELETE', '/objects/delete/many', { bucket, keys, objects })
    expect((await remove([], ['a/'])).body).toEqual({ deleted: 1, failed: [], job: null })
    expect(await keysOf(bucket, 'a/')).toEqual(['a/1.txt', 'a/b/', 'a/b/2.txt'])
    const job = await ended(started(await remove(['b/'], ['a/b/'])))
    expect(job).toMatchObject({ source: null, sources: 2, state: 'done', done: 1001, failed: 0, total: 1001 })
    expect(await keysOf()).toEqual(['a/1.txt', 'a/b/2.txt'])
    const tooMany = Array.from({ length: 6000 }, (_, at) => `${at}`)
    for (const [keys, objects] of [[[], []], [[]], [tooMany, tooMany]] as [string[], string[]?][])
      expect(problem(await remove(keys, objects)).code).toBe('INVALID_REQUEST')
  })

  test('a copy that is already running is not started twice', async () => {
    await put('a/x.txt')
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('copy', ['a/'], { existing: 'skip' })))
    const refused = answers.filter(({ status }) => status !== 200).map(problem)
    expect(refused).toContainEqual({ status: 409, code: 'JOB_RUNNING' })
    expect(new Set(refused.map(({ code }) => code)).size).toBe(1)
    for (const answer of answers) if (answer.status === 200) await ended(started(answer))
  })

  test('two concurrent moves of equal files onto each other lose none of them', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `${at}.txt`)
    for (const name of names)
      for (const folder of ['a/', 'b/', 'c/d/', 'e/d/']) await put(folder + name, name)
    const cross = (keys: [string, string], folders: [string, string]) =>
      Promise.all(
        ([0, 1] as const).map(at =>
          send('move', [keys[at]], { target_folder: folders[1 - at], existing: 'replace' }),
        ),
      )
    for (const name of names) await cross([`a/${name}`, `b/${name}`], ['a/', 'b/'])
    // Both stay where each move saw its source replaced by the other one.
    const namesIn = async (folders: string[]) => {
      const keys = (await Promise.all(folders.map(folder => keysOf(bucket, folder)))).flat()
      return [...new Set(keys.map(key => key?.split('/').at(-1)))].toSorted()
    }
    expect(await namesIn(['a/', 'b/'])).toEqual(names)
    const jobs = (await cross(['c/d/', 'e/d/'], ['c/', 'e/'])).map(started)
    for (const job of jobs) expect(await ended(job)).toMatchObject({ state: 'done', total: 8 })
    expect(await namesIn(['c/', 'e/'])).toEqual(names)
  })

  test('sub-users limited to folders copy and move within these folders only', async () => {
    const scope = [{ bucket, prefix: 'a/' }]
    const person = await people.subUser(boss, `sub${count}`, 'read-write')
    const body = { id: person.id, permission: 'read-write', scope }
    expect((await visitor.call('PUT', '/user-management', body)).status).toBeLessThan(300)
    const limited = await people.visit(person)
    for (const key of ['a/1/x.txt', 'a/1/y.txt', 'b/z.txt']) await put(key, key)
    const ask = (way: string, keys: string[], target_folder: string) =>
      limited.call('PUT', `/objects/${way}`, { bucket, keys, target_bucket: bucket, target_folder })
    for (const [keys, target] of [
      [['b/z.txt'], 'a/'],
      [['a/1/x.txt'], 'b/'],
      [['a/1/'], ''],
    ] as const)
      expect(problem(await ask('copy', [...keys], target))).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect((await ask('copy', ['a/1/x.txt'], 'a/')).body).toMatchObject({ key: 'a/x.txt', job: null })
    expect(await ended(started(await ask('move', ['a/1/'], 'a/2/')))).toMatchObject({
      state: 'done',
      done: 2,
    })
    expect(await keysOf()).toEqual(['a/2/1/x.txt', 'a/2/1/y.txt', 'a/x.txt', 'b/z.txt'])
  })
})
