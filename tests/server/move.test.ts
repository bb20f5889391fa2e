// @module-tag storages
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readMoveCommand, runMove } from '../../server/maintenance/move.ts'
import type { StorageUser } from '../../server/storage-admin/storage-admin.ts'
import { s3With } from '../releases/fill-people.ts'
import { signInApi } from '../support/api.ts'
import { borrowCeph, sharedPostgres } from '../support/borrow.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { step } from '../support/step.ts'
import { configOf, startConsole } from './support/console.ts'
import { allowedTo, fillFolder } from './support/filled-folder.ts'
import { differences, heldBy } from './support/held.ts'

const run = promisify(execFile)

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
        // RGW has no such right.
        notifications: undefined,
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
        .listBuckets()
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
    const quota = await admin.bucketQuota(accounts[uid]!.storage_uid, 'tep-tin')
    expect(quota?.quota).toBe(filled.quota)
    expect(await rights(proxy.url)).toEqual(oldRights)
    // A topic's stamp is a secret at RGW, and a time in the engine.
    const stamps = await moved.kho.services.db.selectFrom('topics').select('stamp').execute()
    expect(stamps).toEqual([{ stamp: expect.stringMatching(/^[\w-]{32}$/) }])
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
