// @module-tag faults
import { randomBytes } from 'node:crypto'
import fs, { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openBlobs } from '../../server/engine/store/blobs.ts'
import { openCommits } from '../../server/engine/store/commits.ts'
import { openDatabase } from '../../server/engine/store/database.ts'
import { createHalt } from '../../server/engine/store/halt.ts'
import { openMarks } from '../../server/engine/store/mark.ts'
import { inBucket } from '../support/s3.ts'
import { callSns } from '../support/sns.ts'
import { failure, filesOf, region, startEngine, temporaryFolder } from './support.ts'

const Bucket = 'stopped'
const unavailable = { status: 503, code: 'ServiceUnavailable' }
const sqliteError = (errcode: number) =>
  Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode })

/** The next COMMIT fails with `errcode`, and is on the disk all the same (`done`) or not. */
const failCommit = (errcode: number, done: boolean): void => {
  const exec = DatabaseSync.prototype.exec
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ) {
    if (sql !== 'COMMIT') return exec.call(this, sql)
    spy.mockRestore()
    exec.call(this, done ? 'COMMIT' : 'ROLLBACK')
    throw sqliteError(errcode)
  })
}

const failSync = (): void => {
  const spy = vi.spyOn(fs, 'fsync').mockImplementation(((_fd: number, callback: (error: Error) => void) => {
    spy.mockRestore()
    callback(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }))
  }) as typeof fs.fsync)
}

const failDataSync = (): void => {
  const spy = vi.spyOn(fs, 'fdatasync').mockImplementation(((_fd: number, done: (error: Error) => void) => {
    spy.mockRestore()
    done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
  }) as typeof fs.fdatasync)
}

afterEach(() => {
  vi.restoreAllMocks()
})

const SQLITE_IOERR_FSYNC = 1034
const SQLITE_IOERR_WRITE = 778
const SQLITE_FULL = 13

describe('a commit of which nobody knows whether it is on the disk', () => {
  const begin = async ({ smallBody } = { smallBody: 0 }) => {
    const halts: string[] = []
    const running = await startEngine({
      smallBody,
      log: () => undefined,
      onHalt: message => halts.push(message),
    })
    const client = running.client()
    await client.createBucket({ Bucket })
    await client.putObject({ Bucket, Key: 'before', Body: 'before' })
    const put = (Key: string) => failure(client.putObject({ Bucket, Key, Body: 'bytes' }))
    return { running, client, put, halts }
  }

  test.each([
    ['failed in its fsync, and is there', SQLITE_IOERR_FSYNC, true],
    ['failed in its fsync, and is not there', SQLITE_IOERR_FSYNC, false],
    ['failed in a write', SQLITE_IOERR_WRITE, false],
  ])(
    'that %s stops the engine, removes no file, and a new start finds what there is',
    async (_, code, done) => {
      const { running, client, put, halts } = await begin()
      failCommit(code, done)
      expect(await put('unknown')).toEqual(unavailable)
      expect(filesOf(running.dir).blobs.length).toBe(2)
      expect([
        await put('after'),
        await failure(client.getObject({ Bucket, Key: 'before' })),
        await failure(client.listObjectsV2({ Bucket })),
      ]).toEqual([unavailable, unavailable, unavailable])
      const sns = await callSns({ url: running.url, region, keys: running.keys }, 'ListTopics')
      expect([sns.status, sns.xml]).toEqual([
        503,
        expect.stringMatching(/^<ErrorResponse .*ServiceUnavailable/),
      ])
      expect(() => running.engine.admin.setQuota('owner', 1)).toThrow('The engine has stopped.')
      expect(halts).toEqual([
        'A commit of the index failed. The engine has stopped, and must be started again.',
      ])
      await running.stop({ keep: true })

      const again = await startEngine({ dir: running.dir })
      const { text: read } = inBucket(again.client(), Bucket)
      expect(await read('before')).toBe('before')
      if (done) expect(await read('unknown')).toBe('bytes')
      else await expect(read('unknown')).rejects.toMatchObject({ name: 'NoSuchKey' })
      await again.stop()
    },
  )

  test('is not one that found the disk full: that one is undone, its file removed, and the engine goes on', async () => {
    const { running, put, halts } = await begin()
    failCommit(SQLITE_FULL, false)
    expect(await put('full')).toEqual({ status: 507, code: 'InsufficientStorage' })
    expect(filesOf(running.dir).blobs.length).toBe(1)
    expect([await put('after'), halts]).toEqual([undefined, []])
    await running.stop()
  })

  test('a failed sync of the index stops the engine: nothing more is acknowledged [V16.5.3]', async () => {
    const { running, put, halts } = await begin({ smallBody: 1000 })
    failDataSync()
    expect([await put('unknown'), await put('after')]).toEqual([unavailable, unavailable])
    expect(halts).toEqual(['A sync of the index failed. The engine has stopped, and must be started again.'])
    await running.stop()
  })

  test('a failed sync of the folder of a blob stops the engine too, and leaves the file', async () => {
    const { running, put, halts } = await begin()
    failSync()
    expect([await put('unknown'), await put('after')]).toEqual([unavailable, unavailable])
    expect([filesOf(running.dir).blobs.length, halts.length]).toEqual([2, 1])
    await running.stop()
  })
})

test('a sync that fails while a large body is received refuses it; the file is removed, and others go on', async () => {
  const running = await startEngine({ log: () => undefined })
  const client = running.client()
  await client.createBucket({ Bucket })
  const put = (Key: string) => failure(client.putObject({ Bucket, Key, Body: Buffer.alloc(48 * 1024 ** 2) }))
  failDataSync()
  expect(await put('large')).toEqual({ status: 500, code: 'InternalError' })
  expect(filesOf(running.dir)).toEqual({ temporary: [], blobs: [] })
  expect(await put('large')).toBeUndefined()
  await running.stop()
})

test('a shard whose folder could not be synced into its own is synced at the next try', async () => {
  const dir = temporaryFolder()
  const db = openDatabase(dir)
  const halt = createHalt(() => undefined)
  const commits = openCommits(db, halt)
  const marks = openMarks(dir, commits.made)
  const blobs = openBlobs(dir, db, commits, halt, marks)
  const place = async (): Promise<string> => {
    const incoming = blobs.receive()
    await incoming.write([randomBytes(10)])
    try {
      return await incoming.place()
    } finally {
      await incoming.discard()
    }
  }
  const opened: string[] = []
  const openSync = fs.openSync
  vi.spyOn(fs, 'openSync').mockImplementation(((path: string, flags: string, mode?: number) => {
    if (path === `${dir}/data`) {
      opened.push(path)
      if (opened.length === 1) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' })
    }
    return openSync(path, flags, mode)
  }) as typeof fs.openSync)
  await expect(place()).rejects.toThrow('EMFILE')
  // Whichever shard is next is there already.
  for (let value = 0; value < 256; value += 1)
    fs.mkdirSync(`${dir}/data/${value.toString(16).padStart(2, '0')}`, { recursive: true })
  await place()
  expect(opened.length).toBe(2)
  await blobs.idle()
  await marks.close()
  db.close()
  rmSync(dir, { recursive: true })
})
