// @module-tag faults
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CompletedPart, S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inBucket } from '../support/s3.ts'
import { blobPaths, failure, type Running, startEngine } from './support.ts'

const Bucket = 'damaged'
const error = { status: 500, code: 'InternalError' }
/** Over a group of blocks, so that what is behind is read after the head was sent. */
const LARGE = 700_000

let running: Running
let client: S3
const logged: string[] = []
const known = new Set<string>()

beforeAll(async () => {
  running = await startEngine({
    minPartSize: 0,
    smallBody: 0,
    log: (message, cause) => logged.push(`${message}: ${String(cause)}`),
  })
  client = running.client()
  await client.createBucket({ Bucket })
})
afterAll(() => running.stop())

const newFiles = (): string[] => {
  const found = blobPaths(running.dir).filter(path => !known.has(path))
  for (const path of found) known.add(path)
  return found
}
const put = async (Key: string, body: Buffer): Promise<string> => {
  newFiles()
  await client.putObject({ Bucket, Key, Body: body })
  return newFiles()[0]!
}
const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path)
  bytes[at] = bytes[at]! ^ 1
  writeFileSync(path, bytes)
}
const get = (Key: string, Range?: string) => inBucket(client, Bucket).bytes(Key, { Range })
/** HEAD answers have no body to name the code in. */
const head = async (Key: string) => {
  const failed = await failure(client.headObject({ Bucket, Key }))
  return failed && { ...failed, code: failed.code === 'Unknown' ? 'InternalError' : failed.code }
}
const copy = (Key: string) =>
  failure(client.copyObject({ Bucket, Key: `${Key}-copy`, CopySource: `${Bucket}/${Key}` }))
const copyPart = async (Key: string, CopySourceRange?: string) => {
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'm' })
  const part = { Bucket, Key: 'm', UploadId, PartNumber: 1, CopySource: `${Bucket}/${Key}`, CopySourceRange }
  return failure(client.uploadPartCopy(part))
}
const multipart = async (Key: string, pieces: Buffer[]): Promise<string[]> => {
  newFiles()
  const { start, upload, complete } = inBucket(client, Bucket)
  const id = await start(Key)
  const parts: CompletedPart[] = []
  const files: string[] = []
  for (const [index, piece] of pieces.entries()) {
    parts.push(await upload(Key, id, index + 1, piece))
    files.push(newFiles()[0]!)
  }
  await complete(Key, id, parts)
  return files
}

describe('a flipped byte', () => {
  test.each([1, 4096, 65_536, 65_537, 262_144, LARGE])(
    'of an object of %i bytes is an error before the head, for GET, ranges and copies',
    async size => {
      const Key = `flipped-${size}`
      flip(await put(Key, randomBytes(size)), 0)
      expect([
        await failure(get(Key)),
        await failure(get(Key, 'bytes=0-0')),
        await copy(Key),
        await copyPart(Key),
        await copyPart(Key, 'bytes=0-0'),
      ]).toEqual([error, error, error, error, error])
    },
  )

  test('behind what was sent breaks the connection after the right bytes', async () => {
    const body = randomBytes(LARGE)
    flip(await put('late', body), LARGE - 1)
    const got = await client.getObject({ Bucket, Key: 'late' })
    const pieces: Buffer[] = []
    const reading = (async () => {
      for await (const piece of got.Body as AsyncIterable<Buffer>) pieces.push(piece)
    })()
    await expect(reading).rejects.toThrow('aborted')
    const received = Buffer.concat(pieces)
    expect([received.length < LARGE, received.equals(body.subarray(0, received.length))]).toEqual([
      true,
      true,
    ])
    expect(await copy('late')).toEqual(error)
  })

  test('outside of the blocks that a range needs does not keep it from being read', async () => {
    const body = randomBytes(LARGE)
    flip(await put('range', body), LARGE - 1)
    expect((await get('range', 'bytes=65530-400000')).equals(body.subarray(65_530, 400_001))).toBe(true)
    expect(await failure(get('range', `bytes=${LARGE - 10}-`))).toEqual(error)
  })

  test.each([1000, LARGE])('in the footer of %i bytes is damage too', async size => {
    const path = await put(`footer-${size}`, randomBytes(size))
    flip(path, size + 1)
    expect(await failure(get(`footer-${size}`))).toEqual(error)
  })

  test('is told in the log, with bucket, key and blob [V16.3.4]', async () => {
    const path = await put('named', randomBytes(10))
    flip(path, 3)
    logged.length = 0
    await failure(get('named'))
    const blob = path.split('/').slice(-2).join('')
    expect(logged.map(line => line.replace(/^\S+ /, ''))).toEqual([
      `GET /damaged/named: Error: The file of blob ${blob}, of the object "damaged/named", is damaged in the 65536 bytes from 0 on.`,
    ])
  })
})

describe('a file that is missing or short', () => {
  test.each([10, LARGE])('of %i bytes is an error for GET, HEAD and copies', async size => {
    const gone = await put('gone', randomBytes(size))
    rmSync(gone)
    const short = await put('short', randomBytes(size))
    truncateSync(short, size - 1)
    const outcomes = await Promise.all(
      ['gone', 'short'].flatMap(key => [failure(get(key)), head(key), copy(key), copyPart(key)]),
    )
    expect(outcomes).toEqual(outcomes.map(() => error))
  })

  test('of a later part is an error before the head; ranges of other parts are read', async () => {
    const pieces = [randomBytes(1000), randomBytes(2000), randomBytes(LARGE)]
    const [, , last] = await multipart('parts', pieces)
    expect((await get('parts')).equals(Buffer.concat(pieces))).toBe(true)
    rmSync(last!)
    expect([await failure(get('parts')), await head('parts'), await copy('parts')]).toEqual([
      error,
      error,
      error,
    ])
    expect((await get('parts', 'bytes=500-2999')).equals(Buffer.concat(pieces).subarray(500, 3000))).toBe(
      true,
    )
  })
})

test('every range of what was stored is what was sent', async () => {
  const pieces = [randomBytes(65_536), randomBytes(1), randomBytes(300_000)]
  const body = Buffer.concat(pieces)
  await multipart('ranges', pieces)
  await put('whole', body)
  const edges = [0, 1, 65_535, 65_536, 65_537, 131_072, 262_143, 262_144, 300_000, body.length - 1]
  for (const from of edges) {
    for (const last of edges.filter(edge => edge >= from)) {
      for (const key of ['ranges', 'whole']) {
        const got = await get(key, `bytes=${from}-${last}`)
        expect([key, from, last, got.equals(body.subarray(from, last + 1))]).toEqual([key, from, last, true])
      }
    }
  }
})

test('a file of before, without checks, is read as it is, and its length is asked for', async () => {
  const dir = running.dir
  const body = randomBytes(LARGE)
  const path = await put('old', body)
  const blob = path.split('/').slice(-2).join('')
  const old = blob.replace('-c', '')
  await running.stop({ keep: true })
  writeFileSync(join(dir, 'data', old.slice(0, 2), old.slice(2)), body)
  rmSync(path)
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  db.prepare('UPDATE content SET blob = ? WHERE blob = ?').run(old, blob)
  db.close()
  running = await startEngine({ dir, minPartSize: 0, smallBody: 0, log: () => undefined })
  client = running.client()
  expect((await get('old')).equals(body)).toBe(true)
  expect((await get('old', 'bytes=300000-')).equals(body.subarray(300_000))).toBe(true)
  truncateSync(join(dir, 'data', old.slice(0, 2), old.slice(2)), LARGE - 1)
  expect([await failure(get('old', 'bytes=0-9')), await head('old')]).toEqual([error, error])
})

test('a flipped byte of a small body in the index is an error before the head, for GET, ranges and copies', async () => {
  const dir = running.dir
  await running.stop({ keep: true })
  running = await startEngine({ dir, log: () => undefined })
  const body = randomBytes(100)
  newFiles()
  await running.client().putObject({ Bucket, Key: 'small', Body: body })
  expect(newFiles()).toEqual([])
  await running.stop({ keep: true })
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  body[0] = body[0]! ^ 1
  db.prepare('UPDATE content SET bytes = ? WHERE bytes IS NOT NULL').run(body)
  db.close()
  running = await startEngine({ dir, log: () => undefined })
  client = running.client()
  expect([
    await failure(get('small')),
    await failure(get('small', 'bytes=99-')),
    await copy('small'),
    await copyPart('small'),
  ]).toEqual([error, error, error, error])
})
