import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Problem } from '../../openapi/schema.ts'
import { verifySecret } from '../../server/auth/hash.ts'
import { hashToken } from '../../server/auth/tokens.ts'
import { readContract } from '../../server/contract/document.ts'
import { mailCodeIn } from '../support/mail.ts'
import { type Answer, owner, problem, type TestConsole, type Visitor } from './support/console.ts'
import { addSubUser, makePeople } from './support/people.ts'
import { onEachUrl } from './support/stores.ts'
import { challengeOf, switchTwoStepOn, verify } from './support/two-step.ts'
import { ownConsole, restoredConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url }))

const pin = '2580'
const stopped = { status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 900 }

/** Makes a hundred attempts, ten at a time, and counts the answers. */
async function hundred(attempt: (number: number) => Promise<Answer>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let i = 0; i < 100; i += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, j) => attempt(i + j)))
    for (const answer of answers) {
      const { code } = problem(answer)
      counts[code] = (counts[code] ?? 0) + 1
    }
  }
  return counts
}

/** Codes count from the one that switched two-step verification on, half a minute before. */
const codesStopped = { ...stopped, retry_after: 870 }

const sixDigits = (number: number) => String(number).padStart(6, '0')

async function withPin(): Promise<Visitor> {
  const visitor = await console.signedIn()
  expect((await visitor.call('PUT', '/user/init-pin', { pin })).status).toBe(204)
  return visitor
}

test('a hundred wrong passwords are stopped after ten, and the right one must wait [V6.3.1]', async () => {
  const visitor = console.visitor()
  const guess = (number: number) => visitor.signIn({ ...owner, password: `guess ${number}` })
  expect(await hundred(guess)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 90 })
  expect(problem(await visitor.signIn(owner))).toEqual(stopped)
  console.clock.now += 900_000
  expect((await visitor.signIn(owner)).status).toBe(200)
})

test('a hundred wrong sign-in codes are stopped after ten, and the right one must wait', async () => {
  const app = await switchTwoStepOn(console, await console.signedIn())
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  const near = new Set([app.code(-1), app.code(), app.code(1)])
  const wrong = Array.from({ length: 110 }, (_, number) => sixDigits(number)).filter(each => !near.has(each))
  const guess = (number: number) => verify(visitor, challenge, wrong[number]!)
  expect(await hundred(guess)).toEqual({ AUTH_CODE_INVALID: 10, TOO_MANY_REQUESTS: 90 })
  expect(problem(await verify(visitor, challenge, app.code()))).toEqual(codesStopped)
  expect(problem(await verify(visitor, challenge, app.recoveryCodes[0]!))).toEqual(codesStopped)
  const again = await challengeOf(visitor, owner)
  expect(problem(await verify(visitor, again, app.code()))).toEqual(codesStopped)
  console.clock.now += 900_000
  const later = await challengeOf(visitor, owner)
  expect((await verify(visitor, later, app.code())).status).toBe(200)
})

test('a hundred wrong pins are stopped after ten, and the right one must wait, wherever it is asked for', async () => {
  const visitor = await withPin()
  const confirm = (answer: string) => visitor.call('POST', '/user/confirm-identity', { pin: answer })
  const guess = (number: number) => confirm(`9${sixDigits(number)}`)
  expect(await hundred(guess)).toEqual({ PIN_INCORRECT: 10, TOO_MANY_REQUESTS: 90 })
  expect(problem(await confirm(pin))).toEqual(stopped)
  expect(problem(await visitor.call('PUT', '/user/change-pin', { pin, new_pin: '1470' }))).toEqual(stopped)
  const bucket = { bucket: 'anh-gia-dinh', pin, confirm: true }
  expect(problem(await visitor.call('DELETE', '/bucket', bucket))).toEqual(stopped)
  console.clock.now += 900_000
  await visitor.refresh()
  expect((await confirm(pin)).status).toBe(200)
})

test('a hundred wrong mailed codes are stopped after ten, and the right one must wait [V6.6.3]', async () => {
  const visitor = await withPin()
  await visitor.call('POST', '/user/request-reset-pin')
  const right = mailCodeIn(await mail.next(owner.username))
  const wrong = Array.from({ length: 101 }, (_, number) => sixDigits(number)).filter(each => each !== right)
  const reset = (code: string) => visitor.call('PUT', '/user/reset-pin', { code, new_pin: '1470' })
  const counts = await hundred(number => reset(wrong[number]!))
  expect(counts).toEqual({ INVALID_TOKEN: 10, TOO_MANY_REQUESTS: 90 })
  expect(problem(await reset(right))).toEqual(stopped)
})

test('a hundred wrong codes for switching off are stopped after ten', async () => {
  const visitor = await console.signedIn()
  await switchTwoStepOn(console, visitor)
  const guess = (number: number) =>
    visitor.call('DELETE', '/user/two-step-verification', { code: `zzzzz-${sixDigits(number).slice(1)}` })
  expect(await hundred(guess)).toEqual({ AUTH_CODE_INVALID: 10, TOO_MANY_REQUESTS: 90 })
})

test('signing in again does not forget wrong codes', async () => {
  const app = await switchTwoStepOn(console, await console.signedIn())
  const visitor = console.visitor()
  const codes: string[] = []
  for (let i = 0; i < 10; i++) {
    const challenge = await challengeOf(visitor, owner)
    codes.push(problem(await verify(visitor, challenge, 'zzzzz-00000')).code)
  }
  expect(codes).toEqual(Array(10).fill('AUTH_CODE_INVALID'))
  expect(problem(await verify(visitor, await challengeOf(visitor, owner), app.code()))).toEqual(codesStopped)
})

test('a form or a script of another origin changes nothing, whatever the operation [V3.5.1, V3.5.2, V3.5.3]', async () => {
  const visitor = await withPin()
  const before = await everything()
  for (const { id, method, path, body } of readContract().operations) {
    if (method === 'GET') continue
    const foreign = visitor.copy()
    foreign.headers = { origin: 'https://evil.example' }
    const sent = body?.contentType === 'application/x-www-form-urlencoded' ? new URLSearchParams(owner) : {}
    const answer = await foreign.call(method, path, sent)
    expect([id, problem(answer).code, answer.headers.getSetCookie()]).toEqual([id, 'ORIGIN_DENIED', []])
  }
  expect(await everything()).toBe(before)
})

async function everything(): Promise<string> {
  const { db } = console.kho.services
  return JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('attempts').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ])
}

/** How often argon2 runs in this process during `work`. */
async function hashesIn(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') count += 1
    },
  }).enable()
  await work().finally(() => hook.disable())
  return count
}

test('a sign-in costs one hash of the same cost, whoever it is for [V11.4.2]', async () => {
  const visitor = console.visitor()
  const subUser = await addSubUser(console, 'read')
  const twoStep = await addSubUser(console, 'write')
  const twoStepVisitor = console.visitor()
  await twoStepVisitor.signIn(twoStep)
  await switchTwoStepOn(console, twoStepVisitor)
  for (const username of [owner, subUser, twoStep].map(user => user.username).concat('nobody@example.com')) {
    const hashes = await hashesIn(() => visitor.signIn({ username, password: 'wrong' }))
    expect([username, hashes]).toEqual([username, 1])
  }
  const { db, decoyHash } = console.kho.services
  const cost = (hash: string) => hash.split('$').slice(0, 4)
  for (const { password_hash } of await db.selectFrom('users').select('password_hash').execute())
    expect(cost(password_hash)).toEqual(cost(decoyHash))
})

/** A console whose hashes cost what they cost for real. */
async function realConsole(): Promise<TestConsole> {
  const real = await ownConsole({ KHO_SMTP_URL: mail.url }, { hashCost: undefined })
  return real
}

/** The times (ms) that each of two calls takes, in turns and in both orders. */
async function timed(
  one: (round: number) => Promise<Answer>,
  other: (round: number) => Promise<Answer>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 40; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const which of order) {
      const start = performance.now()
      await (which === 0 ? one : other)(round)
      times[which as 0 | 1].push(performance.now() - start)
    }
  }
  return [median(times[0]), median(times[1])]
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[19]! + sorted[20]!) / 2
}

/** A busy machine may disturb one measurement, not three: the best of them counts. */
async function ratio(measure: () => Promise<[number, number]>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3 && best >= 1.5; i++) {
    const [one, other] = await measure()
    best = Math.min(best, Math.max(one, other) / Math.min(one, other))
  }
  return best
}

/** Lets go what the limits count, so that every try is looked at. */
function forget(console: TestConsole) {
  return console.kho.services.db.deleteFrom('attempts').execute()
}

test('the time of a sign-in does not tell whether an e-mail exists', { tags: ['timing'] }, async () => {
  const console = await realConsole()
  const visitor = console.visitor()
  const subUser = await addSubUser(console, 'read')
  const tries = (username: string) => async () => {
    await forget(console)
    const answer = await visitor.signIn({ username, password: 'wrong' })
    expect(problem(answer)).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' })
    return answer
  }
  expect(await ratio(() => timed(tries(owner.username), tries('nobody@example.com')))).toBeLessThan(1.5)
  expect(await ratio(() => timed(tries(subUser.username), tries('noone@example.com')))).toBeLessThan(1.5)
})

test('the time of a sign-in does not tell whether an e-mail has two-step verification', {
  tags: ['timing'],
}, async () => {
  const console = await realConsole()
  await switchTwoStepOn(console, await console.signedIn())
  const visitor = console.visitor()
  const tries = (username: string) => async () => {
    await forget(console)
    return visitor.signIn({ username, password: 'wrong' })
  }
  expect(await ratio(() => timed(tries(owner.username), tries('nobody@example.com')))).toBeLessThan(1.5)
})

test('neither answer nor time of a forgotten password tells whether an e-mail exists', {
  tags: ['timing'],
}, async () => {
  const visitor = console.visitor()
  const tries = (email: string) => async () => {
    await forget(console)
    const answer = await visitor.call('POST', '/user/request-reset-password', { email })
    expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([204, null, []])
    return answer
  }
  expect(await ratio(() => timed(tries(owner.username), tries('nobody@example.com')))).toBeLessThan(1.5)
})

test('the headers of both answers are the same', async () => {
  const visitor = console.visitor()
  const named = async (path: string, body: unknown) => {
    const { headers } = await visitor.call('POST', path, body)
    return [...headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value.length}`)
  }
  const form = (username: string) => new URLSearchParams({ username, password: 'wrong' })
  expect(await named('/auth/login', form(owner.username))).toEqual(
    await named('/auth/login', form('nobody@example.com')),
  )
  const forgot = '/user/request-reset-password'
  expect(await named(forgot, { email: owner.username })).toEqual(
    await named(forgot, { email: 'nobody@example.com' }),
  )
})

const odd = [
  'owner\0@example.com',
  '\0',
  '\ud800@example.com',
  '\u202eowner@example.com',
  "o'; drop table users;--",
  '💾',
]

onEachUrl(makeUrl => {
  test('odd characters are no way in and no fault [V1.2.4]', async context => {
    const url = await makeUrl(context)
    if (url === null) return expectNoFault(console)
    const other = await ownConsole({ KHO_DATABASE_URL: url, KHO_SECRET: 's'.repeat(32) })
    await expectNoFault(other)
  })
})

async function expectNoFault(on: TestConsole): Promise<void> {
  const visitor = on.visitor()
  const signedIn = await on.signedIn()
  await signedIn.call('PUT', '/user/init-pin', { pin })
  for (const text of odd) {
    const answers = [
      await visitor.signIn({ username: text, password: text }),
      await visitor.signIn({ username: owner.username, password: text }),
      await visitor.call('POST', '/user/request-reset-password', { email: text }),
      await visitor.call('POST', '/user/check-reset-password', { token: text }),
      await visitor.call('PUT', '/user/reset-password', { token: text, new_password: 'Vuon-tao#2' }),
      await visitor.call('POST', '/user/verify-2step', { challenge: text, code: '000000' }),
      await visitor.call('POST', '/user/verify-2step', { challenge: 'a', code: `${text}000000` }),
      await visitor.refresh('a'),
      await signedIn.call('POST', '/user/confirm-identity', { pin: text }),
      await signedIn.call('PUT', '/user/reset-pin', { code: text, new_pin: '1470' }),
    ]
    const faults = answers.map(answer => answer.status).filter(status => status < 400 || status >= 500)
    expect([text, faults]).toEqual([text, []])
  }
}

test.for([
  'arn:aws:s3:us-east-1:123456789012:accesspoint/x',
  'arn:aws:s3::123456789012:accesspoint:x.mrap',
  'x--x-s3',
  '.',
  '..',
  'a/../b',
  '\0',
])('the bucket %j is not there, and is looked for nowhere else', async bucket => {
  const visitor = await withPin()
  const key = 'k'
  const upload = { bucket, key, upload_id: 'u' }
  const parts = [{ part_number: 1, etag: '"9b2cf535f27731c974343645a3985328"' }]
  const answers = [
    await visitor.call('GET', `/objects?${new URLSearchParams({ bucket })}`),
    await visitor.call('POST', '/objects/create-folder', { bucket, folder: 'f/' }),
    await visitor.call('DELETE', '/objects/delete', { bucket, keys: [key] }),
    await visitor.call('DELETE', '/objects/delete-folder', { bucket, folder: 'f/' }),
    await visitor.call('POST', '/objects/get-download-url', { bucket, key }),
    await visitor.call('POST', '/objects/get-put-urls', { bucket, files: [{ key, size: 1 }] }),
    await visitor.call('POST', '/objects/start-upload', { bucket, key, size: 1 }),
    await visitor.call('POST', '/objects/complete-upload', { ...upload, parts }),
    await visitor.call('POST', '/objects/abort-upload', upload),
    await visitor.call('DELETE', '/bucket', { bucket, pin, confirm: true }),
  ]
  expect(answers.map(answer => problem(answer).code)).toEqual(answers.map(() => 'BUCKET_NOT_FOUND'))
})

type Held = { send(): void; answer: Promise<{ status: number; code: string | undefined }> }

/** A request of which the last byte is held back until `send`. */
async function heldBack(visitor: Visitor, method: string, path: string, body: object): Promise<Held> {
  const { hostname, port, host, origin } = new URL(visitor.url)
  const sent = JSON.stringify(body)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = [
    `${method} /api${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${visitor.cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${sent.length}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${sent.slice(0, -1)}`)
  const answer = text(socket).then(got => {
    const [, json] = /\r\n\r\n(\{.*\})$/s.exec(got) ?? []
    const { code }: Partial<Problem> = json ? JSON.parse(json) : {}
    return { status: Number(got.split(' ')[1]), code }
  })
  return { answer, send: () => socket.write(sent.slice(-1)) }
}

test('a request whose last byte is held back does no more than its user may by then', async () => {
  const people = await makePeople(console)
  const boss = await people.visit(await people.superAdmin())
  const robbed = await people.owner('robbed')
  const thief = await people.visit(robbed, { confirmed: true })
  const suspended = await people.owner('suspended')
  const landlord = await people.owner('landlord')
  const landlords = await people.visit(landlord)
  const demoted = await people.subUser(landlord, 'demoted', 'full-control')
  const sameThief = await people.visit(robbed, { confirmed: true })
  const accomplice = await people.visit(suspended, { confirmed: true })
  const tenant = await people.visit(demoted)
  const client = { name: 'backdoor', permission: 'full-control', expire_date: 0 }
  // The server notes when a session was last used, by the minute.
  console.clock.now += 60_000
  const held = [
    await heldBack(thief, 'POST', '/user/access-key', { name: 'backdoor' }),
    await heldBack(sameThief, 'POST', '/user/api-client', client),
    await heldBack(accomplice, 'POST', '/user/api-client', client),
    await heldBack(tenant, 'POST', '/bucket', { bucket: 'made-by-demoted' }),
  ]
  const { db } = console.kho.services
  const admitted = db
    .selectFrom('sessions')
    .select('id')
    .where('last_used_at', '=', Math.floor(console.clock.now / 1000))
  await expect.poll(async () => (await admitted.execute()).length).toBe(held.length)
  const expires_at = Math.floor(console.clock.now / 1000) + 60
  await db
    .insertInto('password_resets')
    .values({ user_id: robbed.id, hash: hashToken('link'), expires_at })
    .execute()
  const done = [
    await console
      .visitor()
      .call('PUT', '/user/reset-password', { token: 'link', new_password: 'Vuon-tao#9' }),
    await boss.call('PUT', '/user/account', { id: suspended.accountId, suspended: true }),
    await landlords.call('PUT', '/user-management', { id: demoted.id, permission: 'read' }),
  ]
  expect(done.map(({ status }) => status)).toEqual([204, 200, 200])
  for (const { send } of held) send()
  const out = { status: 401, code: 'UNAUTHORIZED' }
  expect(await Promise.all(held.map(({ answer }) => answer))).toEqual([
    out,
    out,
    out,
    { status: 403, code: 'PERMISSION_DENIED' },
  ])
  expect(await db.selectFrom('api_clients').selectAll().execute()).toEqual([])
})

test('a body that does not come in time is given up, a file below /s3 is not', async () => {
  const hasty = await ownConsole({}, { bodyTime: 300 })
  const visitor = await hasty.signedIn()
  const { answer } = await heldBack(visitor, 'POST', '/bucket', { bucket: 'never-made' })
  expect(await answer).toEqual({ status: 400, code: 'INVALID_REQUEST' })
  await visitor.call('POST', '/bucket', { bucket: 'slow' })
  const file = { bucket: 'slow', files: [{ key: 'a', size: 2 }] }
  const signed = await visitor.call('POST', '/objects/get-put-urls', file)
  const [url] = (signed.body as { urls: string[] }).urls
  const put = request(url!, { method: 'PUT', headers: { 'content-length': 2 } })
  put.write('a')
  // Begun after the file, and given up before the file has ended.
  const later = await heldBack(visitor, 'POST', '/bucket', { bucket: 'never-made' })
  expect(await later.answer).toEqual({ status: 400, code: 'INVALID_REQUEST' })
  put.end('b')
  const [{ statusCode }] = await once(put, 'response')
  expect(statusCode).toBe(200)
})

test('a sign-in that finds too many before it, or hangs up while it waits, counts as none', async () => {
  const console = await realConsole()
  const { db, decoyHash } = console.kho.services
  const counts = () => db.selectFrom('attempts').select('count').distinct().execute()
  // Two take seconds, and the others wait behind them until they are let go.
  const slow = decoyHash.replace(/,t=\d+,/, ',t=150,')
  const hash = (count: number, signal?: AbortSignal) =>
    Promise.allSettled(Array.from({ length: count }, () => verifySecret('x', slow, signal)))
  const running = hash(2)
  const full = new AbortController()
  const waiting = hash(32, full.signal)
  const busy = await console.visitor().signIn(owner)
  full.abort()
  await waiting
  expect(problem(busy)).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 5 })
  expect(await counts()).toEqual([{ count: 0 }])
  const gone = new AbortController()
  const body = new URLSearchParams({ ...owner, scope: '' })
  const left = fetch(`${console.url}/api/auth/login`, { method: 'POST', body, signal: gone.signal })
  await expect.poll(counts, { interval: 5 }).toEqual([{ count: 1 }])
  gone.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(counts).toEqual([{ count: 0 }])
  await running
  expect(await db.selectFrom('audit').select('action').execute()).toEqual([])
})
