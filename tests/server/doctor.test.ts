import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { main } from '../../server/cli.ts'
import { migrations as indexMigrations } from '../../server/engine/store/schema.ts'
import { checkCertificates } from '../../server/maintenance/doctor/certificate.ts'
import { checkClocks } from '../../server/maintenance/doctor/verdict.ts'
import { borrowCeph, sharedPostgres } from '../support/borrow.ts'
import { freePorts } from '../support/ceph.ts'
import { makeCertificate } from '../support/certificate.ts'
import { startMailServer } from '../support/mail.ts'
import { configOf, startConsole } from './support/console.ts'
import { putNewDatabases } from './support/new-databases.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-doctor-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

type Finding = { of: string; state: string; message: string; advice: string | null }

const normal = { KHO_PORT: '0', KHO_S3_PORT: '0', KHO_DISK_RESERVE: '0' }

/** The exit status of `kho doctor`, and what it finds. */
async function doctor(env: Record<string, string>) {
  const said: string[] = []
  const say = (line: unknown) => void said.push(String(line))
  const code = await main(
    ['doctor', '--json'],
    { ...normal, KHO_DATA_DIR: join(dir, 'data'), ...env },
    { log: say, error: say },
  )
  const { findings, good } = JSON.parse(said[0]!) as { findings: Finding[]; good: boolean }
  expect([said.length, good]).toEqual([1, code === 0])
  /** States and messages of what is said of one thing. */
  const of = (subject: string) =>
    findings.filter(each => each.of === subject).map(({ state, message }) => `${state} ${message}`)
  return { code, of, findings }
}

/** A server that listens on a free port of loopback. */
async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a Kho that runs and one that is stopped are looked at, and no mail is sent', async () => {
  const [port, s3] = await freePorts(2)
  const mails = await startMailServer()
  onTestFinished(() => mails.stop())
  const dataDir = join(dir, 'data')
  const env = {
    ...{ KHO_PORT: String(port), KHO_S3_PORT: String(s3), KHO_DATA_DIR: dataDir },
    ...{ KHO_SMTP_URL: mails.url, KHO_DISK_RESERVE: '0' },
  }
  const console = await startConsole(env)
  writeFileSync(join(dataDir, 'last-backup'), '')
  const lines: string[] = []
  const say = (line: unknown) => void lines.push(String(line))
  const code = await main(['doctor'], env, { log: say, error: say })
  expect([code, ...lines]).toEqual([
    0,
    `good    server: Kho 0.1.0 runs on ${dataDir}.`,
    'good    server: Kho is ready.',
    `good    ports: The console listens on 127.0.0.1:${port}.`,
    `good    ports: The S3 engine listens on 127.0.0.1:${s3}.`,
    `good    database: The running Kho uses the databases in ${dataDir}.`,
    `good    storage: The embedded engine keeps the files in ${join(dataDir, 's3')}.`,
    'good    clock: Neither the database nor the storage is on another machine.',
    `good    mail: The mail server ${new URL(mails.url).host} accepts Kho.`,
    'good    certificate: No address of Kho is https://.',
    expect.stringMatching(/^good {4}disk: \d+ MiB are free for .*, of which 0 MiB are the reserve\.$/),
    'good    backup: The last whole backup ended 0 hours ago.',
  ])
  // With other settings than it was started with.
  const [other] = await freePorts(1)
  const changed = await doctor({ ...env, KHO_PORT: String(other) })
  expect(changed.code).toBe(0)
  expect(changed.of('ports')[0]).toBe(`warning The console does not listen on 127.0.0.1:${other} yet.`)
  expect(changed.of('server')[1]).toBe('good Kho is ready.')
  await console.stop()

  const old = Date.now() / 1000 - 3 * 86_400
  utimesSync(join(dataDir, 'last-backup'), old, old)
  const stopped = await doctor(env)
  expect(stopped.code).toBe(0)
  expect(stopped.of('server')).toEqual([`warning No Kho runs on ${dataDir}.`])
  expect(stopped.of('ports')).toEqual([
    `good 127.0.0.1:${port} is free for the console.`,
    `good 127.0.0.1:${s3} is free for the S3 engine.`,
  ])
  expect(stopped.of('backup')).toEqual(['warning The last whole backup ended 72 hours ago.'])
  expect(stopped.of('database')).toEqual([
    'good kho.sqlite has the schema of this version.',
    'good s3/index.sqlite has the schema of this version.',
  ])
  expect(mails.mails()).toEqual([])
})

test('before the first start what is bad is named, with what to do, and without a secret', async () => {
  const taken = await listening(createServer())
  const [closed] = await freePorts(1)
  const away = `127.0.0.1:${closed}`
  const { code, of, findings } = await doctor({
    KHO_PORT: String(taken),
    KHO_HOST: '127.0.0.1',
    KHO_METRICS_LISTEN: '192.0.2.1:9464',
    KHO_SMTP_URL: `smtp://kho:hidden-word@${away}`,
    KHO_DATABASE_URL: `postgres://kho:hidden-word@${away}/kho`,
    KHO_SECRET: 'hidden-word'.repeat(4),
    ...{ KHO_S3_KIND: 's3', KHO_S3_PORT: '', KHO_S3_ENDPOINT: `http://${away}` },
    ...{ KHO_S3_ADMIN_KEY: 'key', KHO_S3_ADMIN_SECRET: 'hidden-word' },
  })
  expect(code).toBe(1)
  const refused = `connect ECONNREFUSED ${away}.`
  expect(['ports', 'database', 'storage', 'mail'].flatMap(of)).toEqual([
    `bad The console cannot listen on 127.0.0.1:${taken}: another program does.`,
    'bad The metrics cannot listen on 192.0.2.1:9464: 192.0.2.1 is no address of this machine.',
    `bad PostgreSQL at ${away} cannot be used: ${refused}`,
    `bad The storage at ${away} cannot be used: ${refused}`,
    `bad The mail server ${away} cannot be used: ${refused}`,
  ])
  expect(findings.filter(({ state, advice }) => state !== 'good' && !advice)).toEqual([])
  expect(JSON.stringify(findings)).not.toContain('hidden-word')
})

test('a schema of another version, a full disk and an interrupted restore are told', async () => {
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  await putNewDatabases(dataDir)
  const database = new DatabaseSync(join(dataDir, 'kho.sqlite'))
  database.exec("insert into kysely_migration (name, timestamp) values ('999-later', '')")
  database.close()
  // Of a later version, whose schema this index lacks.
  indexMigrations.push('ALTER TABLE user ADD COLUMN next INTEGER')
  onTestFinished(() => void indexMigrations.pop())
  const { code, of } = await doctor({ KHO_DISK_RESERVE: String(10 ** 15 - 1) })
  expect([code, ...of('database'), of('disk')[0]]).toEqual([
    1,
    expect.stringMatching(
      /^bad kho\.sqlite: A newer version than .* has written the data \(schema 999-later\)/,
    ),
    'warning s3/index.sqlite has the schema of an older version.',
    expect.stringMatching(/^bad .* Uploads are refused\.$/),
  ])
  writeFileSync(join(dataDir, 'restoring'), '')
  expect((await doctor({})).of('database')).toEqual([
    `bad A restore into ${dataDir} did not end well: empty the folder, and restore again.`,
  ])
})

/** A Ceph RGW whose admin user has these capabilities, and that is ahead by seconds. */
async function fakeRgw(caps: string, { status = 200, ahead = 0 } = {}): Promise<Record<string, string>> {
  const port = await listening(
    createServer((request, response) => {
      const user = caps.split(';').map(each => ({ type: each.split('=')[0], perm: each.split('=')[1] }))
      const body = status === 200 ? { caps: user } : { Code: 'SignatureDoesNotMatch' }
      expect(request.url).toBe('/admin/user?access-key=key&format=json')
      response.writeHead(status, { date: new Date(Date.now() + ahead * 1000).toUTCString() })
      response.end(JSON.stringify(body))
    }),
  )
  return {
    ...{ KHO_S3_KIND: 'rgw', KHO_S3_PORT: '', KHO_S3_ENDPOINT: `http://127.0.0.1:${port}` },
    ...{ KHO_S3_ADMIN_KEY: 'key', KHO_S3_ADMIN_SECRET: 'word' },
  }
}

const all = 'users=*;buckets=*;usage=read;metadata=*'

test.each<[said: string, caps: string, answer?: { status: number }]>([
  ['good Ceph RGW answers, and accepts the keys.', all],
  ['good Ceph RGW answers, and accepts the keys.', all.replace('read', '*')],
  [
    'bad Ceph RGW accepts the keys, but their user lacks buckets=*;metadata=*.',
    'users=*;usage=read;buckets=read',
  ],
  ['warning Ceph RGW accepts the keys, but their user lacks usage=read.', all.replace(';usage=read', '')],
  [
    'bad Ceph RGW refuses the keys: The storage answers GET /admin/user with 403 SignatureDoesNotMatch.',
    all,
    { status: 403 },
  ],
  [
    'bad Ceph RGW cannot be used: The storage answers GET /admin/user with 503 SignatureDoesNotMatch.',
    all,
    { status: 503 },
  ],
])('%s', async (said, caps, answer) => {
  const { of } = await doctor(await fakeRgw(caps, answer))
  expect(of('storage').map(line => line.replace(/ at [\d.:]+/, ''))).toEqual([said])
})

test('a clock that is not the storage’s is told, with its bound', async () => {
  expect((await doctor(await fakeRgw(all))).of('clock')[0]).toMatch(
    /^good The clock agrees with that of Ceph RGW /,
  )
  expect((await doctor(await fakeRgw(all, { ahead: 60 }))).of('clock')[0]).toMatch(
    /^bad The clock is (59|60|61) s behind that of Ceph RGW /,
  )
  expect(checkClocks([-6000, 4000].map(ahead => ({ name: 'PostgreSQL', ahead })))).toMatchObject([
    { state: 'warning', message: 'The clock is 6 s ahead of that of PostgreSQL.' },
    { state: 'good' },
  ])
})

test('certificates are told before they end: Kho’s own, and those that visitors get', async () => {
  const files = makeCertificate(dir)
  const [cert, key] = [readFileSync(files.cert), readFileSync(files.key)]
  const port = await listening(
    createSecureServer({ cert, key }) as unknown as ReturnType<typeof createServer>,
  )
  const own = configOf({ KHO_TLS_CERT: files.cert, KHO_TLS_KEY: files.key })
  const seen = configOf({
    KHO_PUBLIC_URL: `https://localhost:${port}`,
    KHO_S3_PUBLIC_ENDPOINT: 'https://127.0.0.1:1',
  })
  const day = 86_400_000
  const told = async (config: typeof own, days: number) =>
    (await checkCertificates(config, Date.now() + days * day)).map(
      ({ state, message }) => `${state} ${message}`,
    )
  expect(await told(own, 0)).toEqual(['warning The certificate in KHO_TLS_CERT is valid for 1 days.'])
  expect(await told(own, -30)).toEqual(['bad The certificate in KHO_TLS_CERT is not valid yet.'])
  expect(await told(own, 3)).toEqual(['bad The certificate in KHO_TLS_CERT has expired.'])
  expect(await told(seen, 3)).toEqual([
    `bad The certificate of localhost:${port} has expired.`,
    'warning The certificate of 127.0.0.1:1 cannot be read from here: connect ECONNREFUSED 127.0.0.1:1.',
  ])
})

describe('with PostgreSQL', { tags: ['databases'] }, () => {
  test('its version, schema and clock are told', async context => {
    const postgres = await sharedPostgres()
    if ('missing' in postgres) return context.skip(postgres.missing)
    const env = { KHO_DATABASE_URL: await postgres.database(), KHO_SECRET: 'x'.repeat(32) }
    const empty = await doctor(env)
    expect(empty.of('database')).toEqual([
      expect.stringMatching(/^good PostgreSQL \d+ at .* is empty: the first start makes the tables\.$/),
    ])
    await (await startConsole(env)).stop()
    const { of } = await doctor(env)
    expect([...of('database'), ...of('clock')]).toEqual([
      expect.stringMatching(/^good PostgreSQL \d+ at .* has the schema of this version\.$/),
      'good The clock agrees with that of PostgreSQL.',
    ])
  })
})

describe('with Ceph RGW', { tags: ['storages'] }, () => {
  test('its admin user has the capabilities; wrong keys are refused', async context => {
    const ceph = await borrowCeph()
    if ('missing' in ceph) return context.skip(ceph.missing)
    onTestFinished(() => ceph.stop())
    const env = {
      ...{ KHO_S3_KIND: 'rgw', KHO_S3_PORT: '', KHO_S3_ENDPOINT: ceph.endpoint },
      ...{ KHO_S3_ADMIN_KEY: ceph.accessKey, KHO_S3_ADMIN_SECRET: ceph.secretKey },
    }
    const { host } = new URL(ceph.endpoint)
    const { of } = await doctor(env)
    expect([...of('storage'), ...of('clock')]).toEqual([
      `good Ceph RGW at ${host} answers, and accepts the keys.`,
      `good The clock agrees with that of Ceph RGW at ${host}.`,
    ])
    const said = async (wrong: Record<string, string>) => (await doctor({ ...env, ...wrong })).of('storage')
    const refused = `bad Ceph RGW at ${host} refuses the keys: The storage answers GET /admin/user with 403`
    expect(await said({ KHO_S3_ADMIN_SECRET: 'wrong' })).toEqual([`${refused} SignatureDoesNotMatch.`])
    expect(await said({ KHO_S3_ADMIN_KEY: 'wrong' })).toEqual([`${refused} InvalidAccessKeyId.`])
  })
})
