import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { PutObjectCommand, S3 } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isDiskFull } from '../../server/disk.ts'
import { S3Error } from '../../server/engine/protocol/errors.ts'
import { openCommits } from '../../server/engine/store/commits.ts'
import { openDatabase } from '../../server/engine/store/database.ts'
import { createHalt } from '../../server/engine/store/halt.ts'
import { inBucket } from '../support/s3.ts'
import {
  failure,
  filesOf,
  type Running,
  region,
  send,
  startEngine,
  temporaryFolder,
  until,
} from './support.ts'

const Bucket = 'quota'
/** What the quota counts for an object, open upload or part beside its bytes. */
const row = 1024
const exceeded = { status: 403, code: 'QuotaExceeded' }
let running: Running

describe('a quota', () => {
  beforeAll(async () => {
    running = await startEngine({ minPartSize: 1 })
    await running.client().createBucket({ Bucket })
  })
  afterAll(() => running.stop())
  beforeEach(async () => {
    running.engine.admin.setQuota('owner', null)
    const { Contents = [] } = await running.client().listObjectsV2({ Bucket })
    for (const { Key } of Contents) await running.client().deleteObject({ Bucket, Key })
    running.engine.admin.setQuota('owner', 10_000)
  })
  const put = (Key: string, size: number) =>
    failure(running.client().putObject({ Bucket, Key, Body: randomBytes(size) }))

  /** Begins a PUT whose body never comes, once the engine has taken it on. */
  const held = async (Key: string, size: number): Promise<ClientRequest> => {
    const url = await getSignedUrl(running.client(), new PutObjectCommand({ Bucket, Key }))
    const headers = { 'content-length': size, expect: '100-continue' }
    const sending = request(url, { method: 'PUT', headers, agent: false })
    sending.on('error', () => undefined).flushHeaders()
    await once(sending, 'continue')
    return sending
  }

  test('is used to its last byte and not beyond [V2.3.2]', async () => {
    running.engine.admin.setQuota('owner', 10_000 + 2 * row)
    expect([await put('a', 9_999), await put('b', 2), await put('b', 1), await put('c', 1)]).toEqual([
      undefined,
      exceeded,
      undefined,
      exceeded,
    ])
    expect(running.engine.admin.usage('owner')).toEqual({
      bytes: 10_000,
      objects: 2,
      quota: 10_000 + 2 * row,
      counted: 10_000 + 2 * row,
    })
    expect(filesOf(running.dir).temporary).toEqual([])
  })

  test('of a bucket holds beside the user’s, also for concurrent writers, until it is removed', async () => {
    const { admin } = running.engine
    admin.setQuota('owner', null)
    admin.setBucketQuota('owner', Bucket, 10_000 + 3 * row)
    admin.setBucketQuota('other', Bucket, 0)
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => put(`race ${n}`, 3_000)))
    expect(outcomes.filter(outcome => outcome === undefined).length).toBe(3)
    expect(outcomes.find(Boolean)).toEqual(exceeded)
    expect(admin.bucketStats('owner')).toMatchObject([
      { name: Bucket, bytes: 9_000, quota: 10_000 + 3 * row },
    ])
    const { UploadId } = await running
      .client()
      .createMultipartUpload({ Bucket, Key: 'm' })
      .catch(() => ({ UploadId: undefined }))
    expect(UploadId).toBeUndefined()
    admin.setBucketQuota('owner', Bucket, null)
    expect(await put('more', 50_000)).toBeUndefined()
  })

  test('counts what an overwritten object frees', async () => {
    running.engine.admin.setQuota('owner', 10_000 + row)
    expect([await put('a', 8_000), await put('a', 9_000), await put('a', 10_001)]).toEqual([
      undefined,
      undefined,
      exceeded,
    ])
    expect(running.engine.admin.usage('owner').bytes).toBe(9_000)
  })

  test('holds for concurrent writers [V2.3.4]', async () => {
    running.engine.admin.setQuota('owner', 10_000 + 3 * row)
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => put(`race ${n}`, 3_000)))
    expect(outcomes.filter(outcome => outcome === undefined).length).toBe(3)
    expect(running.engine.admin.usage('owner')).toMatchObject({
      bytes: 9_000,
      objects: 3,
      quota: 10_000 + 3 * row,
    })
    expect(filesOf(running.dir).temporary).toEqual([])
  })

  test('of 0 lets nothing be made, also nothing empty', async () => {
    running.engine.admin.setQuota('owner', 100_000)
    const client = running.client()
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'begun' })
    running.engine.admin.setQuota('owner', 0)
    const part = { Bucket, Key: 'begun', UploadId, PartNumber: 1, Body: new Uint8Array(0) }
    expect([
      await put('empty', 0),
      await failure(client.createMultipartUpload({ Bucket, Key: 'more' })),
      await failure(client.uploadPart(part)),
    ]).toEqual([exceeded, exceeded, exceeded])
    await client.abortMultipartUpload({ Bucket, Key: 'begun', UploadId })
  })

  test('counts what is on its way, until it is stored or given up', async () => {
    running.engine.admin.setQuota('owner', 20_000)
    const first = await held('first', 12_000)
    expect(await put('second', 8_000)).toEqual(exceeded)
    first.destroy()
    await expect.poll(() => put('second', 8_000)).toBeUndefined()
  })

  test('gives what an overwritten object frees to one writer at a time', async () => {
    running.engine.admin.setQuota('owner', 10_000)
    expect(await put('same', 8_000)).toBeUndefined()
    const first = await held('same', 8_500)
    expect(await put('same', 8_000)).toEqual(exceeded)
    first.destroy()
    await expect.poll(() => put('same', 8_000)).toBeUndefined()
  })

  test('gives back what an upload counted when it is aborted or completed', async () => {
    running.engine.admin.setQuota('owner', 3 * row)
    const client = running.client()
    const { start, upload, complete, remove } = inBucket(client, Bucket)
    for (const end of ['abort', 'complete', 'abort'] as const) {
      const UploadId = await start('m')
      const part = await upload('m', UploadId, 1, 'x')
      if (end === 'abort') await client.abortMultipartUpload({ Bucket, Key: 'm', UploadId })
      else await complete('m', UploadId, [part])
      await remove('m')
    }
    expect([await put('a', row), await put('b', row)]).toEqual([undefined, exceeded])
  })

  test('of open uploads is the user’s, and ends with them', async () => {
    const own = await startEngine({ mostUploads: 2 })
    const client = own.client()
    await client.createBucket({ Bucket })
    const begin = () => client.createMultipartUpload({ Bucket, Key: 'k' })
    const { UploadId } = await begin()
    await begin()
    expect(await failure(begin())).toEqual({ status: 400, code: 'TooManyUploads' })
    await client.abortMultipartUpload({ Bucket, Key: 'k', UploadId })
    expect([await failure(begin()), (await failure(begin()))?.code]).toEqual([undefined, 'TooManyUploads'])
    await own.stop()
  })

  test('a body of unknown length is refused, and nothing of it stays', async () => {
    const url = await getSignedUrl(running.client(), new PutObjectCommand({ Bucket, Key: 'unknown' }))
    const answer = await send(running, {
      method: 'PUT',
      path: url.slice(running.url.length),
      headers: { 'transfer-encoding': 'chunked' },
      body: randomBytes(10_001),
    })
    expect([answer.status, answer.code]).toEqual([411, 'MissingContentLength'])
    expect(filesOf(running.dir)).toEqual({ temporary: [], blobs: [] })
  })

  test('counts parts and copies; completing adds nothing', async () => {
    const { start, upload, complete, copy } = inBucket(running.client(), Bucket)
    const id = await start('m')
    const first = await upload('m', id, 1, randomBytes(6_000))
    expect(await failure(upload('m', id, 2, randomBytes(5_000)))).toEqual(exceeded)
    running.engine.admin.setQuota('owner', 5_000)
    await complete('m', id, [first])
    expect(running.engine.admin.usage('owner')).toMatchObject({ bytes: 6_000, objects: 1, quota: 5_000 })
    running.engine.admin.setQuota('owner', 2 * (6_000 + row) - 1)
    expect(await failure(copy('m', 'copy'))).toEqual(exceeded)
  })
})

describe('a failing disk', () => {
  test('a full index fails the commit, keeps what was there, and goes on when there is room', async () => {
    const dir = temporaryFolder()
    const db = openDatabase(dir)
    const commits = openCommits(
      db,
      createHalt(() => undefined),
    )
    db.sqlite.exec('PRAGMA max_page_count = 60')
    const insert = (uid: string, name: string) => () =>
      db.run('INSERT INTO user (uid, display_name) VALUES (?, ?)', uid, name)
    await commits.run(insert('small', 'x'))
    const outcomes = await Promise.allSettled([
      commits.run(insert('beside', 'x')),
      commits.run(insert('large', 'x'.repeat(1_000_000))),
    ])
    expect(outcomes.every(outcome => outcome.status === 'rejected' && isDiskFull(outcome.reason))).toBe(true)
    db.sqlite.exec('PRAGMA max_page_count = 10000')
    await commits.run(insert('after', 'x'))
    expect(db.all<{ uid: string }>('SELECT uid FROM user ORDER BY uid').map(row => row.uid)).toEqual([
      'after',
      'small',
    ])
    db.close()
    rmSync(dir, { recursive: true })
  })

  test('one change that fails is undone alone', async () => {
    const dir = temporaryFolder()
    const db = openDatabase(dir)
    const commits = openCommits(
      db,
      createHalt(() => undefined),
    )
    const insert = (uid: string) => db.run('INSERT INTO user (uid, display_name) VALUES (?, ?)', uid, uid)
    const outcomes = await Promise.allSettled([
      commits.run(() => insert('a')),
      commits.run(() => {
        insert('b')
        throw new S3Error('PreconditionFailed')
      }),
      commits.run(() => insert('c')),
    ])
    expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(db.all<{ uid: string }>('SELECT uid FROM user').map(row => row.uid)).toEqual(['a', 'c'])
    db.close()
    rmSync(dir, { recursive: true })
  })

  test('a file that the disk does not take answers 507, leaves nothing, and others go on', async () => {
    const dir = temporaryFolder()
    const program = join(import.meta.dirname, 'engine-process.ts')
    const child = spawn(
      'sh',
      ['-c', 'ulimit -f 8192; exec "$0" "$@"', process.execPath, program, dir, 'AK', 'SK'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const client = new S3({
      region,
      endpoint: `http://127.0.0.1:${line.toString().trim()}`,
      forcePathStyle: true,
      credentials: { accessKeyId: 'AK', secretAccessKey: 'SK' },
      maxAttempts: 1,
    })
    await client.createBucket({ Bucket })
    const put = (Key: string, size: number) =>
      failure(client.putObject({ Bucket, Key, Body: randomBytes(size) }))
    expect([await put('large', 30_000_000), await put('small', 10_000)]).toEqual([
      { status: 507, code: 'InsufficientStorage' },
      undefined,
    ])
    const { Contents } = await client.listObjectsV2({ Bucket })
    expect(Contents?.map(item => item.Key)).toEqual(['small'])
    await until(() => filesOf(dir).temporary.length === 0)
    expect(filesOf(dir).blobs.length).toBe(1)
    client.destroy()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(dir, { recursive: true })
  })

  test('a folder that is gone answers 500, tells no path, leaves nothing, and heals [V16.5.1]', async () => {
    const logged: string[] = []
    const own = await startEngine({ log: message => logged.push(message) })
    const put = () => own.client().putObject({ Bucket, Key: 'k', Body: 'x'.repeat(10_000) })
    await own.client().createBucket({ Bucket })
    rmSync(`${own.dir}/tmp`, { recursive: true })
    const error = await put().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'InternalError', message: 'An internal error occurred. Try again.' })
    expect(logged.length).toBe(1)
    mkdirSync(`${own.dir}/tmp`)
    expect([await failure(put()), own.engine.admin.usage('owner').objects]).toEqual([undefined, 1])
    await own.stop()
  })
})
