// @module-tag faults
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { S3 } from '@aws-sdk/client-s3'
import { crc32 } from '@node-rs/crc32'
import { afterAll, describe, expect, test } from 'vitest'
import { inBucket } from '../support/s3.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { blobPaths, failure, startEngine, temporaryFolder } from './support.ts'

const Bucket = 'lost'
const error = { status: 500, code: 'InternalError' }
/** Two groups of blocks, and a rest. */
const LARGE = 600_000
const PAGE = 4096

const put = (client: S3, Key: string, Body: Buffer) => client.putObject({ Bucket, Key, Body })
const get = (client: S3, Key: string) => inBucket(client, Bucket).bytes(Key)

// https://www.sqlite.org/fileformat2.html#walformat
const WAL_HEADER = 32
const FRAME = 24 + PAGE

describe('a WAL whose end was not written', () => {
  const kilobytes = randomBytes(20_000)
  const writes: { key: string; body: Buffer | null }[] = [
    { key: 'small', body: Buffer.from('small') },
    { key: 'file', body: kilobytes },
    { key: 'overwritten', body: kilobytes.subarray(1) },
    { key: 'overwritten', body: kilobytes.subarray(2) },
    { key: 'file', body: null },
    { key: 'last', body: Buffer.from('last') },
  ]
  const names = [...new Set(writes.map(({ key }) => key))]
  const hash = (body: Buffer | null): string =>
    body === null ? 'NoSuchKey' : createHash('sha256').update(body).digest('hex')
  const template = temporaryFolder()
  let wal: Buffer
  /** The commits that were acknowledged. */
  let acknowledged = 0

  const commitsOf = (dir: string): number => {
    const db = new DatabaseSync(join(dir, 'index.sqlite'))
    const { commits } = db.prepare('SELECT commits FROM progress').get() as { commits: number }
    db.close()
    return commits
  }
  const copyTo = (dir: string): void => cpSync(template, dir, { recursive: true })

  const prepare = async (): Promise<void> => {
    const before = await startEngine()
    await before.client().createBucket({ Bucket })
    await before.stop({ keep: true })
    const running = await startEngine({ dir: before.dir, scrub: false, lifecycle: false })
    const client = running.client()
    for (const { key, body } of writes) {
      if (body) await put(client, key, body)
      else await client.deleteObject({ Bucket, Key: key })
    }
    // Until the mark has all commits, those that clean up included: as a process that is killed then leaves it.
    const caughtUp = (): boolean => {
      rmSync(template, { recursive: true })
      cpSync(running.dir, template, { recursive: true })
      const mark = readFileSync(join(template, 'commits'), 'utf8')
      const copy = temporaryFolder()
      copyTo(copy)
      acknowledged = commitsOf(copy)
      rmSync(copy, { recursive: true })
      return mark === `${acknowledged}\n`
    }
    await expect.poll(caughtUp, { timeout: 30_000, interval: 200 }).toBe(true)
    wal = readFileSync(join(template, 'index.sqlite-wal'))
    await running.stop()
  }
  afterAll(() => rmSync(template, { recursive: true }))

  /** Opens the folder with `damaged` for its WAL; gives the objects' hashes or codes, and whether a loss is told. */
  const openWith = async (damaged: Buffer) => {
    const dir = temporaryFolder()
    copyTo(dir)
    writeFileSync(join(dir, 'index.sqlite-wal'), damaged)
    rmSync(join(dir, 'index.sqlite-shm'), { force: true })
    const copy = temporaryFolder()
    cpSync(dir, copy, { recursive: true })
    const commits = commitsOf(copy)
    rmSync(copy, { recursive: true })
    const running = await startEngine({ dir, scrub: false, lifecycle: false, log: () => undefined })
    try {
      const client = running.client()
      const there: Record<string, string> = {}
      for (const key of names) {
        there[key] = await get(client, key).then(hash, (failed: Error) => failed.name)
      }
      return { commits, there, told: running.engine.findings.some(({ loud }) => loud) }
    } finally {
      await running.stop()
    }
  }

  /** After the first `count` writes; a file that a later write has removed is an error. */
  const stateAfter = (count: number): Record<string, string>[] => {
    const state = Object.fromEntries(names.map(key => [key, 'NoSuchKey']))
    for (const { key, body } of writes.slice(0, count)) state[key] = hash(body)
    const missing = Object.fromEntries(
      names.flatMap(key => {
        const removed = writes.slice(count).some(write => write.key === key)
        return removed && state[key] !== 'NoSuchKey' ? [[key, 'InternalError']] : []
      }),
    )
    return [state, { ...state, ...missing }]
  }

  test('cut at and in each frame, or with a frame of zeros, starts, tells the loss, and serves what was stored', async () => {
    await prepare()
    const frames = Math.floor((wal.length - WAL_HEADER) / FRAME)
    expect(frames).toBeGreaterThan(20)
    const states = writes.flatMap((_, count) => stateAfter(count)).concat(stateAfter(writes.length))
    let lost = 0
    for (let frame = 0; frame < frames; frame += 1) {
      const at = WAL_HEADER + frame * FRAME
      const zeros = Buffer.from(wal).fill(0, at, at + FRAME)
      for (const damaged of [wal.subarray(0, at), wal.subarray(0, at + 2000), zeros]) {
        const { commits, there, told } = await openWith(damaged)
        expect({ frame, told }).toEqual({ frame, told: commits < acknowledged })
        expect(states).toContainEqual(there)
        if (commits < acknowledged) lost += 1
      }
    }
    expect(lost).toBeGreaterThan(0)
    const whole = await openWith(wal)
    expect([whole.commits, whole.told, whole.there]).toEqual([
      acknowledged,
      false,
      stateAfter(writes.length)[0],
    ])
  }, 240_000)
})

describe('a file of a body whose write was lost', () => {
  const { running, client } = engineForAll({ smallBody: 0, scrub: false, log: () => undefined })
  newBucket(client, Bucket)

  const stored = async (Key: string, size: number): Promise<string> => {
    const known = blobPaths(running.dir)
    await put(client, Key, randomBytes(size))
    return blobPaths(running.dir).find(path => !known.includes(path))!
  }
  /** What `verify` says of the object. */
  const verified = async (key: string): Promise<string[]> => {
    const said: string[] = []
    await running.engine.maintenance.verify({ say: line => said.push(line) })
    return said.filter(line => line.includes(JSON.stringify(`${Bucket}/${key}`)))
  }
  const overwrite = (path: string, bytes: Buffer, at: number): void => {
    const content = readFileSync(path)
    bytes.copy(content, at)
    writeFileSync(path, content)
  }

  test.each([
    ['a page of zeros', () => Buffer.alloc(PAGE)],
    ['a page of another file', (other: Buffer) => other.subarray(PAGE, 2 * PAGE)],
    ['the bytes of another file of its size', (other: Buffer) => other],
    ['zeros', () => Buffer.alloc(LARGE * 2)],
  ])('%s in its place is an error before the head, and is found by verify', async (name, bytes) => {
    for (const size of [PAGE * 3, LARGE]) {
      const key = `${name} ${size}`
      const other = readFileSync(await stored(`other ${key}`, size))
      const path = await stored(key, size)
      const lost = bytes(other)
      overwrite(path, lost, lost.length === PAGE ? PAGE : 0)
      expect([await failure(get(client, key)), (await verified(key)).length]).toEqual([error, 1])
      expect((await get(client, `other ${key}`)).length).toBe(size)
    }
  })

  test('a footer of before, whose CRC does not cover the file’s name, is read as it is', async () => {
    const size = PAGE * 3
    const path = await stored('nameless', size)
    const content = readFileSync(path)
    const footer = content.subarray(size)
    const end = footer.length - 4
    footer.writeUInt32LE(0x4b_48_4f_31, end - 24)
    footer.writeUInt32LE(crc32(footer.subarray(0, end)), end)
    writeFileSync(path, content)
    expect((await get(client, 'nameless')).equals(content.subarray(0, size))).toBe(true)
    overwrite(path, Buffer.alloc(PAGE), 0)
    expect(await failure(get(client, 'nameless'))).toEqual(error)
  })
})
