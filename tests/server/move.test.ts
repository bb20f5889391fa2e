// @module-tag storages
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketAclCommand,
  PutBucketEncryptionCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketOwnershipControlsCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readMoveCommand, runMove } from '../../server/maintenance/move.ts'
import type { StorageUser } from '../../server/storage-admin/storage-admin.ts'
import { fillPlain } from '../releases/fill.ts'
import { addKey, adminEmail, firstPassword, s3With, settle } from '../releases/fill-people.ts'
import { type Api, signInApi } from '../support/api.ts'
import { borrowCeph, sharedPostgres } from '../support/borrow.ts'
import { freePorts } from '../support/ceph.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { callSns } from '../support/sns.ts'
import { step } from '../support/step.ts'
import { configOf, startConsole } from './support/console.ts'
import { differences, heldBy } from './support/held.ts'

const run = promisify(execFile)

/** A folder with all kinds of things, of a Kho that was stopped; and what starts it again. */
async function fillFolder(dir: string) {
  const [s3Port] = await freePorts(1)
  const env = {
    ...{ KHO_DATA_DIR: join(dir, 'old'), KHO_S3_PORT: String(s3Port) },
    ...{ KHO_ADMIN_EMAIL: adminEmail, KHO_ADMIN_PASSWORD: firstPassword },
  }
  const start = () => startConsole(env)
  const console = await start()
  const site = { url: console.url, s3Url: console.kho.s3Url! }
  const made = await fillPlain(site, [], true)
  const s3 = s3With(site, made.owner.key)
  const Bucket = 'tep-tin'
  const put = (Key: string, more: object = {}) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body: Key, ...more }))
  await put('trống/', { Body: new Uint8Array(), ContentType: 'application/x-directory' })
  await put('hai//gạch.txt')
  await put('đầu đề.txt', {
    ...{ CacheControl: 'max-age=60', ContentDisposition: 'inline', ContentLanguage: 'vi' },
    Expires: new Date('2030-01-01T00:00:00Z'),
  })
  await put('chung.txt', { ACL: 'public-read' })
  await put('mã hóa.txt', { ServerSideEncryption: 'AES256' })
  await s3.send(new CreateBucketCommand({ Bucket: 'cai-dat' }))
  const of = { Bucket: 'cai-dat' }
  await s3.send(new PutBucketTaggingCommand({ ...of, Tagging: { TagSet: [{ Key: 'nhóm', Value: 'một' }] } }))
  await s3.send(new PutBucketAclCommand({ ...of, ACL: 'public-read' }))
  await s3.send(
    new PutBucketOwnershipControlsCommand({
      ...of,
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerPreferred' }] },
    }),
  )
  await s3.send(
    new PutBucketEncryptionCommand({
      ...of,
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    }),
  )
  const noncurrent = { NoncurrentDays: 1, NewerNoncurrentVersions: 3 }
  const rule = { ID: 'ba', Status: 'Enabled' as const, Filter: {}, NoncurrentVersionExpiration: noncurrent }
  const LifecycleConfiguration = { Rules: [rule] }
  await s3.send(new PutBucketLifecycleConfigurationCommand({ ...of, LifecycleConfiguration }))
  const statement = {
    Effect: 'Deny',
    Principal: '*',
    Action: 's3:PutBucketPolicy',
    Resource: 'arn:aws:s3:::cai-dat',
  }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await s3.send(new PutBucketPolicyCommand({ ...of, Policy }))
  const owner = await confirmed(site.url, made.owner)
  const quota = 64 * 1024 ** 2
  const { revision } = await owner.call<{ revision: string }>('GET', `/bucket/quota?bucket=${Bucket}`)
  await owner.call('PUT', '/bucket/quota', { bucket: Bucket, quota, revision })
  const reading = await owner.call<{ key: { access_key: string }; secret_key: string }>(
    'POST',
    '/user/access-key',
    { name: 'Chỉ đọc', permission: 'read', scope: [{ bucket: Bucket, prefix: 'ảnh/' }] },
  )
  const sns = { url: site.s3Url, region: 'us-east-1', keys: made.owner.key }
  const arn = />(arn:[^<]+)</.exec((await callSns(sns, 'CreateTopic', { Name: 'don-hang' })).xml)![1]!
  await s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket,
      NotificationConfiguration: { TopicConfigurations: [{ TopicArn: arn, Events: ['s3:ObjectCreated:*'] }] },
    }),
  )
  const admin = await confirmed(site.url, made.superAdmin)
  await admin.call('POST', '/user/create', {
    ...{ name: 'Tạm ngưng', contract_code: '2', site: 'us-east-1', quota: 10 * 1024 ** 2, expire_date: 0 },
    ...{ owner_name: 'Lê', owner_email: 'le@example.com', password: firstPassword },
    enable_bucket_notification: false,
  })
  const second = await settle(site, 'le@example.com', 'Example#Owner-3')
  const its = s3With(site, await addKey(second.api, 'Một'))
  await its.send(new CreateBucketCommand({ Bucket: 'tam-ngung' }))
  await its.send(new PutObjectCommand({ Bucket: 'tam-ngung', Key: 'a', Body: 'a' }))
  its.destroy()
  const { accounts } = await admin.call<{ accounts: { id: string; name: string }[] }>('GET', '/user/list')
  const { id } = accounts.find(each => each.name === 'Tạm ngưng')!
  await admin.call('PUT', '/user/account', { id, suspended: true })
  s3.destroy()
  return {
    console,
    start,
    made,
    quota,
    reading: { accessKey: reading.key.access_key, secretKey: reading.secret_key },
  }
}

async function confirmed(
  url: string,
  person: { email: string; password: string; pin: string },
): Promise<Api> {
  const api = await signInApi(url, person.email, person.password)
  await api.call('POST', '/user/confirm-identity', { pin: person.pin })
  return api
}

/** What a key may do: the names of what is allowed. */
async function allowedTo(s3: S3Client): Promise<string[]> {
  const Bucket = 'tep-tin'
  const calls = {
    'list bucket': new ListObjectsV2Command({ Bucket }),
    'list folder': new ListObjectsV2Command({ Bucket, Prefix: 'nhóm/' }),
    'get in folder': new GetObjectCommand({ Bucket, Key: 'nhóm/a.txt' }),
    'get in another': new GetObjectCommand({ Bucket, Key: 'ảnh/múa lân.txt' }),
    get: new GetObjectCommand({ Bucket, Key: 'ngắn.txt' }),
    'put in folder': new PutObjectCommand({ Bucket, Key: 'nhóm/thử', Body: new Uint8Array() }),
    put: new PutObjectCommand({ Bucket, Key: 'thử', Body: new Uint8Array() }),
    'delete in folder': new DeleteObjectCommand({ Bucket, Key: 'nhóm/thử' }),
    delete: new DeleteObjectCommand({ Bucket, Key: 'thử' }),
  }
  const allowed: string[] = []
  for (const [name, command] of Object.entries(calls)) {
    try {
      const { Body } = await s3.send(command as GetObjectCommand, {
        abortSignal: AbortSignal.timeout(10_000),
      })
      await Body?.transformToByteArray()
      allowed.push(name)
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
      if ($metadata?.httpStatusCode !== 403) throw new Error(name, { cause: error })
    }
  }
  return allowed
}

/** Every file with its bytes, but for the lock. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !/^(lock|holder)$/.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map(name => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])

/** Without keys that only the new console signs with, and in one order. */
function comparable(users: (StorageUser<unknown> | null)[], known: Set<string>) {
  const byKey = (a: { accessKey: string }, b: { accessKey: string }) => (a.accessKey < b.accessKey ? -1 : 1)
  return users.map(
    user =>
      user && {
        ...user,
        keys: user.keys.filter(({ accessKey }) => known.has(accessKey)).sort(byKey),
        subUsers: user.subUsers.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      },
  )
}

test('an installation moves to RGW with accounts, keys, rights, buckets and files, but for what is declared', {
  timeout: 300_000,
}, async context => {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return context.skip(ceph.missing)
  const proxy = await startFaultProxy(ceph.endpoint)
  const dir = mkdtempSync(join(tmpdir(), 'kho-move-'))
  onTestFinished(async () => {
    await proxy.close()
    await ceph.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  const filled = await fillFolder(dir)
  const { made } = filled
  const { services } = filled.console.kho
  const oldUrl = filled.console.kho.s3Url!
  const [oldDir, newDir] = [join(dir, 'old'), join(dir, 'new')]
  const keys = {
    owner: made.owner.key,
    sub: made.subUser.key,
    limited: made.limited!.key,
    key: filled.reading,
  }
  const env = {
    ...{ KHO_DATA_DIR: newDir, KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: proxy.url },
    ...{ KHO_S3_ADMIN_KEY: ceph.accessKey, KHO_S3_ADMIN_SECRET: ceph.secretKey },
  }
  let said: string[] = []
  const move = async (...words: string[]) => {
    said = []
    return runMove(configOf(env), readMoveCommand([oldDir, ...words])!, line => void said.push(line))
  }
  const s3Of = (s3Url: string, key: { accessKey: string; secretKey: string }) => {
    const client = s3With({ s3Url }, key)
    onTestFinished(() => client.destroy())
    return client
  }
  const rights = async (url: string) => {
    const found: Record<string, string[]> = {}
    for (const [name, key] of Object.entries(keys)) found[name] = await allowedTo(s3Of(url, key))
    return found
  }
  const refusesStart = () => expect(startConsole(env)).rejects.toThrow('is not finished')

  const oldRights = await rights(oldUrl)
  const old = await heldBy(s3Of(oldUrl, keys.owner))
  const accounts = await services.db
    .selectFrom('accounts')
    .select('storage_uid')
    .where('name', '!=', 'admin')
    .execute()
  const usersOf = (admin: typeof services.admin) =>
    Promise.all(accounts.map(({ storage_uid }) => admin.getUser(storage_uid)))
  const oldUsers = await usersOf(services.admin)
  await expect(move('--from', oldUrl)).rejects.toThrow('is in use by')
  await filled.console.stop()
  const before = filesOf(oldDir)

  await step('an interrupted preparation is repeated', async () => {
    proxy.add({
      kind: 'status',
      method: 'PUT',
      path: /^\/phien-ban/,
      times: 100,
      status: 503,
      code: 'SlowDown',
    })
    await expect(move('--from', oldUrl)).rejects.toThrow('The bucket phien-ban')
    await refusesStart()
    proxy.reset()
    expect(await move('--from', oldUrl)).toBe(true)
    expect(said).toEqual([
      expect.stringMatching(/^Tạm ngưng: /),
      'Prepared: 3 accounts, 6 buckets.',
      expect.stringContaining(join(newDir, 'move/copy-files.sh')),
      expect.stringContaining('--finish'),
    ])
    expect(statSync(join(newDir, 'move/rclone.conf')).mode & 0o777).toBe(0o600)
    await refusesStart()
  })

  await step('nobody but the console has a key before the end', async () => {
    expect(
      await s3Of(proxy.url, keys.owner)
        .send(new ListBucketsCommand())
        .catch(({ name }) => name),
    ).toBe('InvalidAccessKeyId')
  })

  await step('files that were not copied are named, and nothing else is done', async () => {
    expect(await move('--finish')).toBe(false)
    const list = readFileSync(join(newDir, 'move/differences.csv'), 'utf8').split('\r\n')
    expect(list).toContain('tep-tin,ảnh/múa lân.txt,missing')
    await refusesStart()
  })

  await step('rclone copies from the old engine', async () => {
    expect(filesOf(oldDir)).toEqual(before)
    const again = await filled.start()
    await run('sh', [join(newDir, 'move/copy-files.sh')])
    await again.stop()
  })

  await step('an interrupted end is repeated', async () => {
    expect(await move('--finish')).toBe(false)
    const list = readFileSync(join(newDir, 'move/differences.csv'), 'utf8')
    expect(list.split('\r\n')).toEqual([
      'bucket,key,difference',
      ...['tep-tin,hai//gạch.txt,missing', 'tam-ngung,a,missing', ''],
    ])
    proxy.add({
      kind: 'status',
      method: 'PUT',
      path: /^\/tep-tin\/?\?policy/,
      times: 100,
      status: 503,
      code: 'SlowDown',
    })
    await expect(move('--finish', '--accept-differences')).rejects.toThrow('Ceph RGW')
    await refusesStart()
    proxy.reset()
    expect(await move('--finish', '--accept-differences')).toBe(true)
    expect(said.slice(2)).toEqual([
      'cai-dat: lifecycle rules by size, or by number of versions, are left behind, and all others with them.',
      'cai-dat: its policy is left behind, as on RGW nobody could change it again.',
      'Left behind:',
      '  Previous versions: 2.',
      '  Delete markers: 1.',
      '  Retentions and legal holds of objects: 3.',
      '  ACLs of objects: 1.',
      '  Tags of objects: 1.',
      '  Headers “Expires” of objects: 1.',
      '  Encryption at rest of objects: 1. RGW stores them as it is set up to.',
      '  Unfinished uploads: 1.',
      '  Notifications of buckets: 1. Save them again in the console.',
      '  Default encryption of buckets: 1.',
      '  Ownership controls of buckets: 1.',
      expect.stringContaining('Times of objects'),
      expect.stringContaining('ETags of uploads in parts'),
      `Moved: 3 accounts, 6 buckets. Kho can be started on ${newDir}.`,
    ])
    expect(readdirSync(join(newDir, 'move'))).toEqual(['differences.csv'])
    await expect(move()).rejects.toThrow('is not empty')
  })

  const there = await heldBy(s3Of(proxy.url, keys.owner))
  await step('what differs is what was declared', () => {
    for (const [name, modified] of old) {
      const object = name.replace(/ modified$/, '')
      const metadata = there.get(`${object} metadata`) as Record<string, string> | undefined
      if (object === name || metadata === undefined || object.endsWith('/')) continue
      expect(metadata.mtime, object).toBe(String(modified))
      const { mtime, btime, ...kept } = metadata
      expect(kept, object).toEqual(old.get(`${object} metadata`))
    }
    const declared = differences(old, there)
      .map(({ name }) => name)
      .filter(name => !/ (modified|metadata)$/.test(name) && !name.startsWith('tep-tin/hai//gạch.txt'))
    expect(declared).toEqual([
      'cai-dat encryption',
      'cai-dat lifecycle',
      'cai-dat ownership',
      'cai-dat policy',
      'khoa-tep/compliance.txt retention',
      'khoa-tep/governance.txt retention',
      'khoa-tep/legal-hold.txt hold',
      'phien-ban delete markers',
      'phien-ban previous versions',
      'tep-tin notification',
      'tep-tin upload đang tải.bin',
      'tep-tin/chung.txt acl',
      'tep-tin/mã hóa.txt encryption',
      'tep-tin/nhiều phần.bin etag',
      'tep-tin/đầu đề.txt expires',
      'tep-tin/ảnh/múa lân.txt tags',
    ])
  })

  await step('the console runs on RGW with the people, keys and limits of before', async () => {
    const moved = await startConsole(env)
    const { admin } = moved.kho.services
    const known = new Set(oldUsers.flatMap(user => user?.keys.map(({ accessKey }) => accessKey) ?? []))
    expect(comparable(await usersOf(admin), known)).toEqual(comparable(oldUsers, known))
    const uid = oldUsers.findIndex(user => user?.displayName === made.owner.account)
    expect(await admin.bucketQuota(accounts[uid]!.storage_uid, 'tep-tin')).toBe(filled.quota)
    expect(await rights(proxy.url)).toEqual(oldRights)
    const api = await signInApi(moved.url, made.owner.email, made.owner.password)
    const { buckets } = await api.call<{ buckets: { name: string }[] }>('GET', '/bucket')
    expect(buckets.map(({ name }) => name).sort()).toEqual(['cai-dat', ...made.buckets].sort())
    await moved.stop()
  })
})

test('accounts in PostgreSQL move with a copy of their database', { timeout: 300_000 }, async context => {
  const ceph = await borrowCeph()
  onTestFinished(async () => {
    if ('stop' in ceph) await ceph.stop()
  })
  const postgres = await sharedPostgres()
  if ('missing' in ceph) return context.skip(ceph.missing)
  if ('missing' in postgres) return context.skip(postgres.missing)
  const dir = mkdtempSync(join(tmpdir(), 'kho-move-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const url = await postgres.database()
  const shared = { KHO_SECRET: 'a secret of these tests, 32 characters', KHO_DATABASE_URL: url }
  const before = await startConsole({ ...shared, KHO_DATA_DIR: join(dir, 'old') })
  const visitor = await before.signedIn()
  expect((await visitor.call('POST', '/bucket', { bucket: 'anh' })).status).toBe(201)
  await before.stop()

  const copy = new URL(url)
  copy.pathname = `${copy.pathname}_moved`
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  await client.query(
    `create database "${copy.pathname.slice(1)}" template "${new URL(url).pathname.slice(1)}"`,
  )
  await client.end()
  const env = {
    ...{ ...shared, KHO_DATABASE_URL: copy.href, KHO_DATA_DIR: join(dir, 'new'), KHO_S3_KIND: 'rgw' },
    ...{
      KHO_S3_ENDPOINT: ceph.endpoint,
      KHO_S3_ADMIN_KEY: ceph.accessKey,
      KHO_S3_ADMIN_SECRET: ceph.secretKey,
    },
  }
  for (const words of [[], ['--finish']])
    expect(
      await runMove(configOf(env), readMoveCommand([join(dir, 'old'), ...words])!, () => undefined),
    ).toBe(true)
  const moved = await startConsole(env)
  const { body } = await (await moved.signedIn()).call('GET', '/bucket')
  expect(body).toMatchObject({ storage: 'rgw', buckets: [{ name: 'anh' }] })
  await moved.stop()
})
