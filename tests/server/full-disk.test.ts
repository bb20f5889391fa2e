// @module-tag faults
import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { S3, S3ServiceException } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { lockDataFolder } from '../../server/data-lock.ts'
import { ballastBytes, isDiskFull } from '../../server/disk.ts'
import { inTurns } from '../../server/limits/in-turns.ts'
import { openDatabase } from '../../server/store/open.ts'
import { putSetting } from '../../server/store/settings.ts'
import { databasesOf } from '../../server/upgrade.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { inBucket } from '../support/s3.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { attributes, callSns } from '../support/sns.ts'
import { configOf } from './support/console.ts'

const Bucket = 'full-disk'
const reserve = 12 * MiB
let missing: string | null = null
let disk: SmallDisk
let console_: Console
let client: S3

beforeAll(async () => {
  const found = mountSmallDisk(112 * MiB)
  if ('missing' in found) {
    missing = found.missing
    return
  }
  disk = found
  console.log(`full disk: a tmpfs of 112 MiB at ${disk.dir}`)
  console_ = await startConsole({
    dataDir: join(disk.dir, 'data'),
    log: '/dev/null',
    // Nothing listens there: mails wait.
    env: { KHO_DISK_RESERVE: String(reserve), KHO_SMTP_URL: 'smtp://127.0.0.1:9' },
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

const ballasts = () =>
  ['ballast', 's3/ballast'].map(
    name => statSync(join(console_.dataDir, name), { throwIfNoEntry: false })?.size === ballastBytes,
  )

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

/** Leaves so many bytes free. */
const leave = (bytes: number) =>
  appendFileSync(join(disk.dir, 'filler'), Buffer.alloc(Math.max(0, disk.free() - bytes), 'x'))

/** What a query finds in the console's database, read beside the server. */
function found(sql: string): unknown[] {
  const db = new DatabaseSync(join(console_.dataDir, 'kho.sqlite'), { readOnly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}
const waitingMails = () => found('SELECT id FROM mails')
const recorded = () => found("SELECT id FROM audit WHERE action IN ('OBJECTS_DELETED', 'SIGN_IN')").length

/** Begins with room, and with `names`, whose bodies are the names. */
async function stored(...names: string[]): Promise<Api> {
  onTestFinished(() => rmSync(join(disk.dir, 'filler'), { force: true }))
  await empty()
  for (const Key of names) await client.putObject({ Bucket, Key, Body: Key })
  const api = await signInApi(console_.url, owner.email, owner.password)
  await api.call('POST', '/user/confirm-identity', { pin: owner.pin })
  await expect.poll(ballasts).toEqual([true, true])
  return api
}

/** Reads an object, signs in, deletes another by the console and a third by S3, and signs out. */
async function readAndDelete([kept, ...others]: [string, string, string]): Promise<void> {
  expect(await inBucket(client, Bucket).text(kept)).toBe(kept)
  const api = await signInApi(console_.url, owner.email, owner.password)
  await api.call('DELETE', '/objects/delete', { bucket: Bucket, keys: [others[0]] })
  await client.deleteObject({ Bucket, Key: others[1]! })
  await api.call('POST', '/auth/logout')
  expect(await inBucket(client, Bucket).keys()).not.toEqual(expect.arrayContaining(others))
}

async function startAgain(): Promise<void> {
  await console_.kill()
  fillUp(disk)
  await console_.restart()
}

test('downloads that wait end at the reserve; one is whole after a start on a disk without a free byte', async () => {
  const api = await stored('kept', 'first', 'second', 'third', 'fourth')
  const keys = Array.from({ length: 900 }, (_, at) => `zip/${at}`.padEnd(1000, 'x'))
  await inTurns(16, keys, Key => client.putObject({ Bucket, Key, Body: 'x' }))
  leave(reserve + 3 * MiB)
  const zips: { url: string; size: number }[] = []
  const refused = async () => {
    for (;;)
      zips.push(await api.call('POST', '/objects/zip', { bucket: Bucket, prefix: 'zip/', keys, folders: [] }))
  }
  await expect(refused()).rejects.toThrow(/507 .*"Not enough storage space!"/)
  expect([zips.length > 0, disk.free() > reserve / 2]).toEqual([true, true])
  await readAndDelete(['kept', 'first', 'second'])
  await startAgain()
  await readAndDelete(['kept', 'third', 'fourth'])
  const { url, size } = zips.at(-1)!
  const zip = await fetch(console_.url + url, { headers: { cookie: api.cookie } })
  expect([zip.status, (await zip.arrayBuffer()).byteLength]).toEqual([200, size])
})

test('acts that send a mail end at the reserve; mails that wait are there after a start on a disk without a free byte', async () => {
  const api = await stored('kept', 'first', 'second', 'third', 'fourth')
  const emails = Array.from({ length: 50 }, (_, at) => `nguoi.${at}@example.com`)
  const before = waitingMails().length
  await api.call('POST', '/user/notification-groups', { name: 'Operators', emails })
  const waiting = waitingMails()
  expect(waiting.length).toBe(before + emails.length)
  leave(reserve - 1)
  for (const path of ['/user/notification-addresses/send-confirmation', '/user/email']) {
    await expect(api.call('POST', path, { email: emails[0] })).rejects.toThrow(
      /507 .*"Not enough storage space!"/,
    )
  }
  await readAndDelete(['kept', 'first', 'second'])
  await startAgain()
  await readAndDelete(['kept', 'third', 'fourth'])
  expect(waitingMails()).toEqual(expect.arrayContaining(waiting))
})

test('acts are in the audit log until they take the last byte; then a start has room for a sign-in and deletions', async () => {
  const api = await stored('kept', 'first', 'second')
  const keys = Array.from({ length: 1000 }, (_, at) => `missing-${at}`.padEnd(100, 'x'))
  const before = recorded()
  let done = 0
  const untilRefused = async (act: () => Promise<unknown>) => {
    for (;;) {
      fillUp(disk)
      await act()
      done += 1
    }
  }
  for (const act of [
    () => api.call('DELETE', '/objects/delete', { bucket: Bucket, keys }),
    () => signInApi(console_.url, owner.email, owner.password),
  ]) {
    await expect(untilRefused(act)).rejects.toThrow(/507 .*"Not enough storage space!"/)
  }
  expect([ballasts(), disk.free()]).toEqual([[false, false], 0])
  expect(await inBucket(client, Bucket).text('kept')).toBe('kept')
  await startAgain()
  expect(recorded()).toBeGreaterThanOrEqual(before + done)
  await readAndDelete(['kept', 'first', 'second'])
})

test('events end before the writes of others do: then each is counted, on a disk without a free byte as well', async () => {
  const api = await stored()
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
    const [row] = found('SELECT total(lost) AS lost, total(pending + failed) AS kept FROM topics')
    return row as { lost: number; kept: number }
  }
  const all = () => counted().lost + counted().kept
  leave(2 * reserve + 4 * MiB)
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

test('without a free byte after a clean stop, as another program has taken the ballast too, a start says so', async () => {
  const small = mountSmallDisk(16 * MiB)
  if ('missing' in small) throw new Error(small.missing)
  onTestFinished(() => small.unmount())
  const dataDir = join(small.dir, 'data')
  mkdirSync(dataDir)
  await (await openDatabase({ url: null, dataDir })).destroy()
  fillUp(small)
  expect(() => databasesOf(configOf({ KHO_DATA_DIR: dataDir }))).toThrow(
    `The disk of ${dataDir} is full to the last byte: free some megabytes.`,
  )
})

test('a data folder is locked on a disk without a free byte, for one process alone', () => {
  const small = mountSmallDisk(MiB)
  if ('missing' in small) return
  onTestFinished(() => small.unmount())
  for (const bytes of [65536, 4096, 1]) {
    try {
      for (;;) appendFileSync(join(small.dir, 'filler'), Buffer.alloc(bytes))
    } catch (error) {
      expect(isDiskFull(error)).toBe(true)
    }
  }
  expect(small.free()).toBe(0)
  const unlock = lockDataFolder(small.dir)
  expect(() => lockDataFolder(small.dir)).toThrow('is in use')
  unlock()
})
