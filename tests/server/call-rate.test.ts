import { afterEach, expect, test } from 'vitest'
import { makeRate } from '../../server/limits/rate.ts'
import { problem, startConsole, type TestConsole, type Visitor } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { request } from './support/requests.ts'

let console: TestConsole
afterEach(() => console.stop())

const refused = { status: 429, code: 'TOO_MANY_REQUESTS' }

/** Calls until one is refused; returns that answer, and how many were not. */
async function callUntilRefused(visitor: Visitor, path = '/user') {
  for (let passed = 0; passed < 50; passed += 1) {
    const answer = await visitor.call('GET', path)
    if (answer.status === 429) return { answer, passed }
  }
  throw new Error('No call was refused.')
}

const user = (visitor: Visitor) => visitor.call('GET', '/user').then(({ status }) => status)

test('a user has calls a second in all sessions together, apart from other users and API clients [V2.4.1]', async () => {
  console = await startConsole({ KHO_API_RATE: '1', KHO_METRICS_LISTEN: '127.0.0.1:0' })
  const people = await makePeople(console)
  console.clock.now += 10_000
  const [an, binh] = [await people.owner('an'), await people.owner('binh')]
  console.clock.now += 10_000
  const visitor = await people.visit(an, { confirmed: true })
  console.clock.now += 10_000
  const again = await people.visit(an)
  const other = await people.visit(binh)
  console.clock.now += 10_000
  const made = await request(visitor, 'createApiClient', { body: { name: 'máy', permission: 'read' } })
  const program = console.visitor()
  const authorization = `Bearer ${(made.body as { token: string }).token}`
  const asProgram = () => program.call('GET', '/bucket', undefined, { authorization })
  const { answer, passed } = await callUntilRefused(visitor)
  expect([passed, problem(answer)]).toEqual([9, expect.objectContaining(refused)])
  expect([answer.headers.get('retry-after'), (answer.body as { retry_after: number }).retry_after]).toEqual([
    '1',
    1,
  ])
  expect(await user(again)).toBe(429)
  expect([await user(other), (await asProgram()).status]).toEqual([200, 200])
  console.clock.now += 1000
  expect([await user(again), await user(visitor)]).toEqual([200, 429])
  const text = await (await fetch(console.kho.metricsUrl!)).text()
  expect(text).toMatch(
    /kho_request_duration_seconds_count\{surface="api",route="GET \/api\/user",outcome="refused"\} 3\n/,
  )
})

test('calls without a session that holds count for the address, but for those about health', async () => {
  console = await startConsole({ KHO_API_RATE: '1' })
  const signedIn = await console.signedIn()
  console.clock.now += 10_000
  const stranger = console.visitor()
  stranger.cookie = 'kho_access=nobody'
  const { passed } = await callUntilRefused(stranger)
  expect(passed).toBe(10)
  expect((await console.visitor().call('GET', '/user')).status).toBe(429)
  expect(await user(signedIn)).toBe(200)
  for (let more = 0; more < 20; more += 1) expect((await stranger.call('GET', '/health')).status).toBe(200)
})

test('without a limit nobody is refused', async () => {
  console = await startConsole({ KHO_API_RATE: '0' })
  const visitor = await console.signedIn()
  const all = await Promise.all(Array.from({ length: 100 }, () => user(visitor)))
  expect(new Set(all)).toEqual(new Set([200]))
})

test('the console itself has no limit at its engine, others have', async () => {
  console = await startConsole({ KHO_S3_RATE: '1', KHO_S3_AT_ONCE: '1' })
  const visitor = await console.signedIn()
  await visitor.call('POST', '/bucket', { bucket: 'nhieu' })
  const list = () => visitor.call('GET', '/bucket').then(({ status }) => status)
  expect(new Set(await Promise.all(Array.from({ length: 30 }, list)))).toEqual(new Set([200]))
  const read = () => fetch(`${console.kho.s3Url}/nhieu/khong-co`).then(({ status }) => status)
  const statuses = await Promise.all(Array.from({ length: 40 }, read))
  expect(statuses).toContain(503)
})

/** How many of `count` requests are allowed. */
const allowed = (rate: (caller: string) => number | null, caller: string, count: number) =>
  Array.from({ length: count }, () => rate(caller)).filter(wait => wait === null).length

test('ten seconds’ worth of requests come at once, then as many a second as the rate says', () => {
  let time = 5_000
  const rate = makeRate({ perSecond: 3, now: () => time })
  expect(allowed(rate, 'an', 100)).toBe(30)
  expect(rate('an')).toBe(1)
  time += 1000
  expect(allowed(rate, 'an', 100)).toBe(3)
  time += 3_600_000
  expect(allowed(rate, 'an', 100)).toBe(30)
})

test('each caller has its own, and the wait that a refused one is told is enough', () => {
  let time = 0
  const rate = makeRate({ perSecond: 1, now: () => time })
  expect([allowed(rate, 'an', 20), allowed(rate, 'binh', 5)]).toEqual([10, 5])
  const wait = rate('an')!
  time += wait * 1000
  expect([rate('an'), rate('an')]).toEqual([null, 1])
})

test('a clock that is set back refuses nobody for longer', () => {
  let time = 10_000_000
  const rate = makeRate({ perSecond: 1, now: () => time })
  allowed(rate, 'an', 10)
  time = 0
  expect(rate('an')).toBe(1)
  time += 1000
  expect(rate('an')).toBe(null)
})

test('of too many callers the one that called the longest ago is forgotten, and the others are not', () => {
  const rate = makeRate({ perSecond: 1, now: () => 0, most: 3 })
  for (const caller of ['an', 'binh', 'chi']) allowed(rate, caller, 10)
  expect(rate('an')).toBe(1)
  expect(rate('dung')).toBe(null)
  expect([rate('an'), rate('chi'), rate('binh')]).toEqual([1, 1, null])
})
