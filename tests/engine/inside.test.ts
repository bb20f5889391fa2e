import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { S3Error } from '../../server/engine/protocol/errors.ts'
import { DamagedBlob } from '../../server/engine/store/read-blobs.ts'
import { newKeyPair } from '../../server/s3/keys.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { blobPaths, type Keys, startEngine, until } from './support.ts'

const Bucket = 'inside'
const sender = { address: '127.0.0.1', secure: false }
const HOUR = 3600_000

const { running, client } = engineForAll({ minPartSize: 0 })
const inside = newBucket(client, Bucket)

const put = async (Key: string, Body: Buffer, encrypted = false): Promise<string> => {
  const ServerSideEncryption = encrypted ? 'AES256' : undefined
  return (await inside.put(Key, Body, { ServerSideEncryption })).ETag!
}

const putInParts = async (Key: string, parts: Buffer[]) => (await inside.putParts(Key, parts)).ETag!

type Wanted = { bucket?: string; key: string; etag?: string; from?: number; keys?: Keys }
const begin = ({ keys = running.keys, bucket = Bucket, key, etag = '*', from = 0 }: Wanted) =>
  running.engine.readInside(keys, sender, { bucket, key, etag, from })

const readWhole = async (wanted: Wanted): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const bytes of await begin(wanted)) all.push(Buffer.from(bytes))
  return Buffer.concat(all)
}

const refusal = async (wanted: Wanted): Promise<string | undefined> => {
  try {
    await (await begin(wanted)).return(undefined)
    return undefined
  } catch (error) {
    if (error instanceof S3Error) return error.code
    if (error instanceof DamagedBlob) return 'DamagedBlob'
    throw error
  }
}

test.each([
  ['an empty object', 0],
  ['one in the index', 5000],
  ['one in a file', 100_000],
  ['one of several groups of blocks', 1_500_000],
])('%s is read whole and from its midst, plain and encrypted', async (name, size) => {
  const body = randomBytes(size)
  for (const encrypted of [false, true]) {
    const etag = await put(name, body, encrypted)
    expect((await readWhole({ key: name, etag })).equals(body)).toBe(true)
    if (size === 0) continue
    const from = size - 1234
    expect((await readWhole({ key: name, etag, from })).equals(body.subarray(from))).toBe(true)
    expect(await refusal({ key: name, etag, from: size })).toBe('InvalidRange')
  }
})

test('an object of several parts is read as one', async () => {
  const parts = [randomBytes(300_000), randomBytes(70_000), randomBytes(9)]
  const etag = await putInParts('parts', parts)
  expect((await readWhole({ key: 'parts', etag })).equals(Buffer.concat(parts))).toBe(true)
})

test('what a request may not read is refused alike', async () => {
  const { admin } = running.engine
  const etag = await put('mine', Buffer.from('mine'))
  await put('limited/a', Buffer.from('limited'))
  admin.putUser({ uid: 'stranger', displayName: 'Stranger' })
  admin.putUser({ uid: 'suspended', displayName: 'Suspended' })
  const [writer, reader, deleted] = [newKeyPair(), newKeyPair(), newKeyPair()]
  admin.putKey('owner', 'writer', 'write', writer)
  admin.putKey('owner', 'reader', 'read', reader)
  admin.putKey('owner', null, 'full', deleted)
  const [stranger, suspended] = [admin.createKey('stranger', 'full'), admin.createKey('suspended', 'full')]
  admin.setSuspended('suspended', true)
  expect(await refusal({ key: 'mine', keys: deleted })).toBe(undefined)
  admin.deleteKey('owner', deleted.accessKey)
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:GetObject',
        Resource: `arn:aws:s3:::${Bucket}/limited/*`,
        Condition: { IpAddress: { 'aws:SourceIp': sender.address } },
      },
    ],
  })
  await client.putBucketPolicy({ Bucket, Policy })
  const cases: Record<string, Wanted> = {
    owner: { key: 'mine', etag },
    reader: { key: 'mine', keys: reader },
    writer: { key: 'mine', keys: writer },
    stranger: { key: 'mine', keys: stranger },
    suspended: { key: 'mine', keys: suspended },
    'deleted key': { key: 'mine', keys: deleted },
    'wrong secret': { key: 'mine', keys: { ...running.keys, secretKey: 'x'.repeat(40) } },
    'denied by policy': { key: 'limited/a' },
    'another ETag': { key: 'mine', etag: '"00000000000000000000000000000000"' },
    'no object': { key: 'none' },
    'no bucket': { bucket: 'no-such-bucket', key: 'mine' },
  }
  const got: Record<string, string | undefined> = {}
  for (const [name, wanted] of Object.entries(cases)) got[name] = await refusal(wanted)
  expect(got).toEqual({
    owner: undefined,
    reader: undefined,
    writer: 'AccessDenied',
    stranger: 'AccessDenied',
    suspended: 'UserSuspended',
    'deleted key': 'InvalidAccessKeyId',
    'wrong secret': 'InvalidAccessKeyId',
    'denied by policy': 'AccessDenied',
    'another ETag': 'PreconditionFailed',
    'no object': 'NoSuchKey',
    'no bucket': 'NoSuchBucket',
  })
})

test('a reading is traffic of its bucket, and a use of its key', async () => {
  const now = Date.now()
  const metered = await startEngine({ now: () => now })
  const own = metered.client()
  await own.createBucket({ Bucket })
  await own.putObject({ Bucket, Key: 'a', Body: randomBytes(20_000) })
  const reader = newKeyPair()
  metered.engine.admin.putKey('owner', 'reader', 'read', reader)
  for (const from of [0, 5000]) {
    const pieces = await metered.engine.readInside(reader, sender, {
      bucket: Bucket,
      key: 'a',
      etag: '*',
      from,
    })
    for await (const _ of pieces);
  }
  expect(metered.engine.admin.keyUses('owner').get(reader.accessKey)).toBe(now)
  await metered.stop({ keep: true })
  const again = await startEngine({ dir: metered.dir })
  const hour = Math.floor(now / HOUR)
  const rows = again.engine.admin.traffic('owner', hour, hour + 1)
  expect(rows.filter(({ kind }) => kind === 'read')).toEqual([
    {
      ...{ bucket: Bucket, kind: 'read', good: 2, client_error: 0, server_error: 0, refused: 0 },
      ...{ received: 0, sent: 35_000 },
    },
  ])
  await again.stop()
})

test('an object that is deleted meanwhile is read to its end, and its file goes then, also where the reading is given up', async () => {
  for (const givenUp of [false, true]) {
    const before = blobPaths(running.dir)
    const body = randomBytes(1_500_000)
    await put('doomed', body)
    const [file] = blobPaths(running.dir).filter(path => !before.includes(path))
    const pieces = await begin({ key: 'doomed' })
    const read: Buffer[] = [Buffer.from((await pieces.next()).value as Uint8Array)]
    await inside.remove('doomed')
    expect(existsSync(file!)).toBe(true)
    if (givenUp) await pieces.return(undefined)
    else {
      for await (const bytes of pieces) read.push(Buffer.from(bytes))
      expect(Buffer.concat(read).equals(body)).toBe(true)
    }
    await until(() => !existsSync(file!))
  }
})

test('a file that is missing is told before the first byte; one damaged behind it, after the bytes before', async () => {
  const before = blobPaths(running.dir)
  await put('damaged', Buffer.alloc(700_000, 'a'))
  const [file] = blobPaths(running.dir).filter(path => !before.includes(path))
  const stored = readFileSync(file!)
  stored[600_000] = 0
  writeFileSync(file!, stored)
  let read = 0
  const reading = (async () => {
    for await (const bytes of await begin({ key: 'damaged' })) read += bytes.length
  })()
  await expect(reading).rejects.toThrow(DamagedBlob)
  expect(read).toBe(512 * 1024)
  rmSync(file!)
  expect(await refusal({ key: 'damaged' })).toBe('DamagedBlob')
})
