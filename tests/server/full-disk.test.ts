// @module-tag faults
import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { S3, S3ServiceException } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { isDiskFull } from '../../server/disk.ts'
import { openDatabase } from '../../server/store/open.ts'
import { putSetting } from '../../server/store/settings.ts'
import { signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { attributes, callSns } from '../support/sns.ts'

const Bucket = 'full-disk'
const reserve = 12 * MiB
let missing: string | null = null
let disk: SmallDisk
let console_: Console
let client: S3

beforeAll(async () => {
  const found = mountSmallDisk(96 * MiB)
  if ('missing' in found) {
    missing = found.missing
    return
  }
  disk = found
  console.log(`full disk: a tmpfs of 96 MiB at ${disk.dir}`)
  console_ = await startConsole({
    dataDir: join(disk.dir, 'data'),
    log: '/dev/null',
    env: { KHO_DISK_RESERVE: String(reserve) },
  })
  const keys = await console_.keys()
  client = new S3({
    endpoint: console_.s3Url,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey },
  })
  await client.createBucket({ Bucket })
})
afterAll(async () => {
  client?.destroy()
  await console_?.kill()
  disk?.unmount()
})
beforeEach(context => {
  if (missing !== null) context.skip(missing)
})

const ballasts = () => ['ballast', 's3/ballast'].map(name => existsSync(join(console_.dataDir, name)))

/** Status and message of what is refused; null where it succeeds. */
async function refusal(work: Promise<unknown>): Promise<{ status: number; message: string } | null> {
  try {
    await work
    return null
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    return { status: error.$metadata.httpStatusCode ?? 0, message: error.message }
  }
}
const noSpace = { status: 507, message: 'Not enough storage space!' }

let made = 0
const kinds = {
  file: (Key: string) => client.putObject({ Bucket, Key, Body: randomBytes(100_000) }),
  empty: (Key: string) => client.putObject({ Bucket, Key, Body: new Uint8Array(0) }),
  upload: (Key: string) => client.createMultipartUpload({ Bucket, Key }),
  bucket: (Key: string) => client.createBucket({ Bucket: Key }),
}

/** Eight writers, until each is refused. */
async function fill(): Promise<unknown[]> {
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const write = [kinds.file, kinds.file, kinds.empty, kinds.upload][writer % 4]!
    for (;;) {
      const refused = await refusal(write(`${writer}/${made++}`))
      if (refused) return refused
    }
  })
  return Promise.all(writers)
}

/** Takes every byte that is left, as another program might. */
function fillUp(disk: SmallDisk): void {
  const block = Buffer.alloc(MiB, 'x')
  for (const size of [MiB, 64 * 1024, 4096, 1]) {
    for (;;) {
      try {
        appendFileSync(join(disk.dir, 'filler'), block.subarray(0, size))
      } catch {
        break
      }
    }
  }
  expect(disk.free()).toBe(0)
}

/** Signs in, takes things away, signs out: what has to work however full the disk is. */
async function tidyUp(): Promise<void> {
  const api = await signInApi(console_.url, owner.email, owner.password)
  const { Contents = [] } = await client.listObjectsV2({ Bucket, MaxKeys: 60 })
  const keys = Contents.map(object => object.Key!)
  await client.deleteObject({ Bucket, Key: keys[0]! })
  await api.call('DELETE', '/objects/delete', { bucket: Bucket, keys: keys.slice(1) })
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket, MaxUploads: 10 })
  for (const { Key, UploadId } of Uploads) {
    await client.abortMultipartUpload({ Bucket, Key, UploadId })
  }
  await api.call('POST', '/auth/logout')
  const left = await client.listObjectsV2({ Bucket, MaxKeys: 1000 })
  expect(left.Contents?.some(object => keys.includes(object.Key!))).toBe(false)
  expect([keys.length, Uploads.length]).toEqual([60, 10])
}

test('writers fill the disk up to the reserve; then everything that adds is refused', async () => {
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'begun' })
  const api = await signInApi(console_.url, owner.email, owner.password)
  await expect.poll(ballasts).toEqual([true, true])
  expect(await fill()).toEqual(Array.from({ length: 8 }, () => noSpace))
  expect(disk.free()).toBeLessThan(reserve + MiB)
  expect(disk.free()).toBeGreaterThan(reserve / 2)
  const part = { Bucket, Key: 'begun', UploadId, PartNumber: 1, Body: randomBytes(10) }
  const { Contents = [] } = await client.listObjectsV2({ Bucket, MaxKeys: 1 })
  const copy = { Bucket, Key: 'copy', CopySource: `${Bucket}/${Contents[0]!.Key}` }
  // What the refused writers still held comes free; another program takes that, and more.
  appendFileSync(join(disk.dir, 'filler'), Buffer.alloc(2 * MiB, 'x'))
  expect([
    await refusal(kinds.file('more')),
    await refusal(kinds.empty('more')),
    await refusal(kinds.upload('more')),
    await refusal(kinds.bucket('another-bucket')),
    await refusal(client.uploadPart(part)),
    await refusal(client.copyObject(copy)),
  ]).toEqual(Array.from({ length: 6 }, () => noSpace))
  const group = { name: 'Operators', emails: ['operators@example.com'] }
  for (const [path, body] of [
    ['/bucket', { bucket: 'another-bucket' }],
    ['/objects/create-folder', { bucket: Bucket, folder: 'folder/' }],
    ['/objects/start-upload', { bucket: Bucket, key: 'large', size: 30 * MiB }],
    ['/user/notification-groups', group],
  ] as const) {
    await expect(api.call('POST', path, body)).rejects.toThrow(/507 .*"Not enough storage space!"/)
  }
  await api.call('POST', '/auth/logout')
})

test('a disk without a free byte: a start after kill -9, signing in, deleting and signing out', async () => {
  fillUp(disk)
  await console_.kill()
  await console_.restart()
  await tidyUp()
  rmSync(join(disk.dir, 'filler'))
})

async function empty(): Promise<void> {
  for (;;) {
    const { Contents = [] } = await client.listObjectsV2({ Bucket })
    const Objects = Contents.map(({ Key }) => ({ Key }))
    if (Objects.length === 0) break
    await client.deleteObjects({ Bucket, Delete: { Objects } })
  }
}

test('the ballast is made again where there is room, and serves a running process too', async () => {
  await empty()
  await expect.poll(disk.free).toBeGreaterThan(60 * MiB)
  await kinds.empty('look')
  const api = await signInApi(console_.url, owner.email, owner.password)
  await api.call('POST', '/auth/logout')
  await expect.poll(ballasts).toEqual([true, true])
  expect(await fill()).toEqual(Array.from({ length: 8 }, () => noSpace))
  fillUp(disk)
  await tidyUp()
  rmSync(join(disk.dir, 'filler'))
  expect(await refusal(kinds.file('again'))).toBeNull()
})

test('events end before the writes of others do: then each is counted, on a disk without a free byte as well', async () => {
  await empty()
  await expect.poll(disk.free).toBeGreaterThan(60 * MiB)
  const api = await signInApi(console_.url, owner.email, owner.password)
  await api.call('POST', '/user/confirm-identity', { pin: owner.pin })
  const { accounts } = await api.call<{ accounts: { id: string }[] }>('GET', '/user/list')
  const { id } = accounts[0]!
  await api.call('PUT', '/user/account', { id, enable_bucket_notification: true })
  const target = { url: console_.s3Url, region: 'us-east-1', keys: await console_.keys() }
  const names = Array.from({ length: 100 }, (_, at) => `topic-${at}`)
  for (const Name of names) {
    const attribute = attributes({ 'push-endpoint': 'http://127.0.0.1:9/' })
    expect((await callSns(target, 'CreateTopic', { Name, ...attribute })).xml).toContain(Name)
  }
  const { Owner } = await client.listBuckets({})
  await client.putBucketNotificationConfiguration({
    Bucket,
    NotificationConfiguration: {
      TopicConfigurations: names.map(name => ({
        Id: name,
        TopicArn: `arn:aws:sns:us-east-1:${Owner!.ID}:${name}`,
        Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'],
      })),
    },
  })
  const counted = () => {
    const db = new DatabaseSync(join(console_.dataDir, 'kho.sqlite'), { readOnly: true })
    const row = db.prepare('SELECT total(lost) AS lost, total(pending + failed) AS kept FROM topics').get()
    db.close()
    return row as { lost: number; kept: number }
  }
  const all = () => counted().lost + counted().kept
  appendFileSync(join(disk.dir, 'filler'), Buffer.alloc(disk.free() - 2 * reserve - 4 * MiB, 'x'))
  // Each topic has a test event.
  let told = 1
  while (counted().lost === 0 && told < 500) {
    await Promise.all(Array.from({ length: 8 }, (_, at) => kinds.empty(`again-${at}`)))
    told += 8
    await expect.poll(all).toBe(100 * told)
  }
  expect(counted().lost).toBeGreaterThan(0)
  expect(disk.free()).toBeGreaterThan(1.5 * reserve)
  expect(await refusal(kinds.file('of-others'))).toBeNull()
  fillUp(disk)
  await client.deleteObject({ Bucket, Key: 'again-0' })
  await expect.poll(all).toBe(100 * (told + 2))
  await console_.kill()
  await console_.restart()
  await client.deleteObject({ Bucket, Key: 'again-1' })
  await expect.poll(all).toBe(100 * (told + 3))
  rmSync(join(disk.dir, 'filler'))
})

test('accounts with a long WAL open on a disk without a free byte; a write there says that it is full', async () => {
  const small = mountSmallDisk(16 * MiB)
  if ('missing' in small) throw new Error(small.missing)
  onTestFinished(() => small.unmount())
  const [live, killed] = [join(small.dir, 'live'), join(small.dir, 'killed')] as const
  mkdirSync(live)
  const running = await openDatabase({ url: null, dataDir: live })
  const value = 'x'.repeat(100_000)
  for (let at = 0; at < 20; at++) await putSetting(running, `long-${at}`, value)
  cpSync(live, killed, { recursive: true })
  await running.destroy()
  rmSync(live, { recursive: true })
  fillUp(small)
  const db = await openDatabase({ url: null, dataDir: killed })
  const rows = await db.selectFrom('settings').select('value').where('name', 'like', 'long-%').execute()
  expect(rows).toEqual(Array.from({ length: 20 }, () => ({ value })))
  const error = await db
    .transaction()
    .execute(trx => putSetting(trx, 'more', value))
    .catch(each => each)
  expect(isDiskFull(error), String(error)).toBe(true)
  await db.destroy()
})
