import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { makeMetrics } from '../../server/metrics/metrics.ts'
import { sharedPostgres } from '../support/borrow.ts'
import { signHeaders } from '../support/sign-s3.ts'
import { region, startConsole, type TestConsole } from './support/console.ts'

const listen = { KHO_METRICS_LISTEN: '127.0.0.1:0' }

let console: TestConsole | undefined
afterEach(async () => {
  await console?.stop()
  console = undefined
})

const scrape = async ({ kho }: TestConsole) => (await fetch(kho.metricsUrl!)).text()

/** The value of a metric with these labels; undefined: there is none. */
function metric(text: string, name: string, labels = ''): number | undefined {
  const line = text.split('\n').find(each => each.startsWith(labels ? `${name}{${labels}} ` : `${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

const count = (text: string, surface: string, route: string, outcome: string) =>
  metric(
    text,
    'kho_request_duration_seconds_count',
    `surface="${surface}",route="${route}",outcome="${outcome}"`,
  )

/** The metrics that the alert rules and the dashboard read. */
function wanted(): string[] {
  const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8')
    .match(/^ *expr: .*$/gm)!
    .join('\n')
  const { panels } = JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8'))
  const shown = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  const names = [rules, ...shown].join('\n').match(/\b(kho|nodejs|process)_\w+/g)!
  return [...new Set(names)].sort()
}

const named = (text: string) => wanted().filter(name => new RegExp(`^${name}[{ ]`, 'm').test(text))

test('requests are counted by where they arrive, route and outcome, without names of customers', async () => {
  console = await startConsole(listen)
  const visitor = await console.signedIn()
  await visitor.call('POST', '/bucket', { bucket: 'ten-rieng' })
  await visitor.call('GET', '/dashboard/nothing')
  const files = [{ key: 'khoa-rieng', size: 1 }]
  const signed = await visitor.call('POST', '/objects/get-put-urls', { bucket: 'ten-rieng', files })
  await fetch((signed.body as { urls: string[] }).urls[0]!, { method: 'PUT', body: 'x' })
  await fetch(`${console.kho.s3Url}/ten-rieng/khoa-rieng`)
  await fetch(console.url)
  const { kho } = console
  await expect
    .poll(async () => {
      const text = await (await fetch(kho.metricsUrl!)).text()
      return [
        count(text, 'api', 'POST /api/bucket', 'good'),
        // The console's own calls count too.
        count(text, 's3', 'write', 'good')! > 1,
        count(text, 's3', 'read', 'client_error'),
        count(text, 'page', 'page', 'good'),
      ]
    })
    .toEqual([1, true, 1, 1])
  const { db, access } = kho.services
  const { keys } = await access.clientForAccount({
    accountId: (await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id,
  })
  const unknown = { method: 'PUT', path: '/ten-rieng', query: 'accelerate' }
  const { host } = new URL(kho.s3Url!)
  const headers = signHeaders({ ...unknown, host, region, keys, payloadHash: 'UNSIGNED-PAYLOAD' })
  const written = count(await scrape(console), 's3', 'write', 'client_error') ?? 0
  const body = '<AccelerateConfiguration><Status>Enabled</Status></AccelerateConfiguration>'
  const refused = await fetch(`${kho.s3Url}/ten-rieng?accelerate`, { method: 'PUT', headers, body })
  expect(refused.status).toBe(501)
  await expect
    .poll(async () => count(await scrape(console!), 's3', 'write', 'client_error'))
    .toBe(written + 1)
  const text = await scrape(console)
  expect(count(text, 's3', 'write', 'server_error') ?? 0).toBe(0)
  expect(text).not.toMatch(/rieng|owner@example|dashboard\/nothing/)
  expect((await fetch(new URL('/', kho.metricsUrl!))).status).toBe(404)
  const rebound = get(kho.metricsUrl!, { headers: { host: 'attacker.example' } })
  const [{ statusCode }] = (await once(rebound, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(403)
})

test('every metric of the alert rules and the dashboard is there, also the share of failures, and named as linters want it', async () => {
  console = await startConsole(listen)
  const first = await scrape(console)
  expect(count(first, 'page', 'page', 'server_error')).toBe(0)
  expect(first.match(/^# TYPE \w+_total (?!counter)/gm)).toBe(null)
  await console.signedIn()
  const ofPostgres = ['kho_database_connections']
  expect([...named(await scrape(console)), ...ofPostgres].sort()).toEqual(wanted())
})

test('work that waits is counted, with the age of the oldest, and of the last backup', async () => {
  console = await startConsole(listen)
  const { db } = console.kho.services
  const due = Math.floor(console.clock.now / 1000) + 3600
  const mail = { request: 'sealed', tries: 1, expires_at: due + 3600 }
  await db
    .insertInto('mails')
    .values([
      { id: 'a', due_at: due, ...mail },
      { id: 'b', due_at: due + 60, ...mail },
    ])
    .execute()
  console.clock.now += 3700_000
  const backup = join(console.dataDir, 'last-backup')
  writeFileSync(backup, '')
  utimesSync(backup, 1_700_000_000, 1_700_000_000)
  const text = await scrape(console)
  expect(metric(text, 'kho_backup_seconds')).toBe(1_700_000_000)
  expect(metric(text, 'kho_queue_size', 'queue="mails"')).toBe(2)
  expect(metric(text, 'kho_queue_oldest_seconds', 'queue="mails"')).toBeCloseTo(100, -1)
  expect(metric(text, 'kho_queue_size', 'queue="jobs"')).toBe(0)
  expect(metric(text, 'kho_worker_failures', 'worker="mails"')).toBe(0)
})

test('a scrape asks the engine once, and each scrape anew', async () => {
  console = await startConsole(listen)
  const { services } = console.kho
  let asked = 0
  const events = { size: 3, since: 50 }
  const { text } = makeMetrics({
    ...{ db: services.db, background: services.background, locks: { held: 0, waiting: 0 }, pool: null },
    engine: {
      measures: () => ({ commits: ++asked, events, scrub: { began: 60, damaged: 2 }, names: { waiting: 4 } }),
    },
    disk: () => ({ free: 1, total: 2, reserve: 0 }),
    backedUp: () => 0,
    now: () => 80_000,
  })
  const seen = async () => {
    const now = await text()
    return [
      metric(now, 'kho_engine_commits'),
      metric(now, 'kho_scrub_began_seconds'),
      metric(now, 'kho_scrub_damaged'),
      metric(now, 'kho_names_waiting'),
      metric(now, 'kho_queue_size', 'queue="events"'),
      metric(now, 'kho_queue_oldest_seconds', 'queue="events"'),
    ]
  }
  expect([await seen(), await seen()]).toEqual([
    [1, 60, 2, 4, 3, 30],
    [2, 60, 2, 4, 3, 30],
  ])
})

describe('with PostgreSQL', { tags: ['databases'] }, () => {
  test('connections and locks are counted', async context => {
    const postgres = await sharedPostgres()
    if ('missing' in postgres) return context.skip(postgres.missing)
    const own = { KHO_DATABASE_URL: await postgres.database(), KHO_SECRET: 'x'.repeat(32) }
    console = await startConsole({ ...listen, ...own })
    await console.signedIn()
    const { locks } = console.kho.services
    const text = await locks.hold('one', () => scrape(console!))
    expect(metric(text, 'kho_locks', 'state="held"')).toBe(1)
    expect(metric(text, 'kho_database_connections', 'state="total"')).toBeGreaterThan(0)
    expect(named(text)).toEqual(wanted())
  })
})

test('each request has a line in the log, if that is wanted [V16.2.1]', async () => {
  const lines: Record<string, unknown>[] = []
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  console = await startConsole({ KHO_LOG_REQUESTS: '1', KHO_LOG_LEVEL: 'info' }, { logTo })
  const visitor = await console.signedIn()
  await visitor.call('GET', '/bucket')
  await fetch(`${console.kho.s3Url}/nothing?prefix=secret`)
  await expect
    .poll(() => lines)
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ surface: 'api', route: '/api/auth/login', status: 200 }),
        expect.objectContaining({ surface: 'api', route: '/api/bucket', status: 200 }),
        expect.objectContaining({ surface: 's3', route: 'list', status: 404 }),
      ]),
    )
  const listed = lines.find(({ route }) => route === '/api/bucket')
  const refused = lines.find(({ status }) => status === 404)
  expect(listed).toMatchObject({
    method: 'GET',
    ms: expect.any(Number),
    address: '127.0.0.1',
    user: expect.any(String),
    requestId: expect.any(String),
  })
  expect(refused).toMatchObject({ user: null, requestId: expect.stringMatching(/^\w{16,}$/) })
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('an alert of what each Node program has is about the job kho', () => {
  const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8')
  const ofAny = [...rules.matchAll(/\b(?:nodejs|process)_\w+(\S*)/g)]
  expect(ofAny.length).toBeGreaterThan(0)
  expect(ofAny.filter(([, of]) => !of!.startsWith('{job="kho"'))).toEqual([])
})

test('promtool takes the alert rules', { tags: ['clients'] }, context => {
  const { error, status, stdout, stderr } = spawnSync('promtool', [
    'check',
    'rules',
    'docs/monitoring/alerts.yml',
  ])
  if (error) return context.skip('promtool is not installed')
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('15 rules found')])
})
