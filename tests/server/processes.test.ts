import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashToken } from '../../server/auth/tokens.ts'
import { pruneBegunRequests } from '../../server/store/begun-requests.ts'
import { lockUser } from '../../server/store/users.ts'
import { sharedPostgres } from '../support/borrow.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Answer, owner, problem, startConsole, type TestConsole, Visitor } from './support/console.ts'
import { makePeople, type People, password, pin } from './support/people.ts'
import { challengeOf, switchTwoStepOn } from './support/two-step.ts'

let missing: string | null = null
let consoles: TestConsole[] = []

beforeAll(async () => {
  const found = await sharedPostgres()
  if ('missing' in found) {
    missing = found.missing
    return
  }
  const env = {
    KHO_DATABASE_URL: await found.database(),
    KHO_SECRET: 's'.repeat(32),
    KHO_TRUSTED_PROXIES: 'loopback',
  }
  consoles = await Promise.all([startConsole(env), startConsole(env), startConsole(env)])
})
afterAll(() => Promise.all(consoles.map(console => console.stop())))
beforeEach(context => {
  if (missing !== null) context.skip(missing)
})

/** The same browser at another process; both stand behind one address for real. */
function at(console: TestConsole, visitor: Visitor): Visitor {
  const same = new Visitor(console.url)
  same.cookie = visitor.cookie
  same.refreshToken = visitor.refreshToken
  return same
}

test('processes that start at once on one PostgreSQL make one first user', async () => {
  expect(consoles.map(console => console.kho.firstUser).filter(user => user !== null).length).toBe(1)
  const { db } = consoles[0]!.kho.services
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: owner.username }])
})

test('a session counts at every process, and signing out ends it at all', async () => {
  const [first, second, third] = consoles as [TestConsole, TestConsole, TestConsole]
  const visitor = await first.signedIn()
  const elsewhere = at(second, visitor)
  expect((await elsewhere.call('GET', '/user')).status).toBe(200)
  expect((await elsewhere.refresh()).status).toBe(200)
  expect(problem(await at(third, visitor).refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect(problem(await elsewhere.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  const again = await first.signedIn()
  expect((await at(third, again).call('POST', '/auth/logout')).status).toBe(204)
  expect(problem(await again.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test('a change that a proxy repeats at another process is not done twice; reads and other callers go on [V2.3.4]', async () => {
  const [first, second] = consoles as [TestConsole, TestConsole]
  const visitor = await first.signedIn()
  const other = at(second, visitor)
  const headers = { 'x-request-id': 'b0a1c2d3e4f5061728394a5b6c7d8e9f', 'x-forwarded-for': '203.0.113.7' }
  const group = (name: string) => ({ name, emails: ['a@example.com'] })
  const path = '/user/notification-groups'
  expect((await visitor.call('POST', path, group('once'), headers)).status).toBe(201)
  expect(problem(await other.call('POST', path, group('twice'), headers))).toMatchObject({
    code: 'UNKNOWN_ERROR',
  })
  const { body } = await other.call('GET', path, undefined, headers)
  expect((body as { groups: { name: string }[] }).groups.map(({ name }) => name)).toEqual(['once'])
  const next = { ...headers, 'x-request-id': 'c0a1c2d3e4f5061728394a5b6c7d8e9f' }
  expect((await other.call('POST', path, group('next'), next)).status).toBe(201)
  // One name for two changes is a caller's, passed on.
  const { groups } = body as { groups: { id: string }[] }
  expect((await other.call('PUT', `${path}/${groups[0]!.id}`, group('changed'), headers)).status).toBe(200)
  const { db } = first.kho.services
  const begun = () => db.selectFrom('begun_requests').select('id').execute()
  expect((await begun()).length).toBe(3)
  // A caller of its own may use its id again.
  const own = { 'x-request-id': 'd0a1c2d3e4f5061728394a5b6c7d8e9f' }
  for (const name of ['own', 'own again'])
    expect((await other.call('POST', path, group(name), own)).status).toBe(201)
  await pruneBegunRequests(db, Math.floor(first.clock.now / 1000) + 3700)
  expect(await begun()).toEqual([])
})

test('guesses at several processes at once share one limit', async () => {
  const guesses = Array.from({ length: 30 }, (_, i) =>
    consoles[i % consoles.length]!.visitor().signIn({ ...owner, password: `guess ${i}` }),
  )
  const codes = (await Promise.all(guesses)).map(answer => problem(answer).code)
  expect(codes.filter(code => code === 'INVALID_CREDENTIALS').length).toBe(10)
})

test('a statement that waits too long, and a transaction left alone, give up their locks', async () => {
  const { db } = consoles[0]!.kho.services
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(db)
  expect(rows.map(row => Number(row.setting))).toEqual([15_000, 30_000])
})

test('without its database the console is unavailable, and says when to try again [V16.5.2]', {
  tags: ['faults'],
}, async () => {
  const found = await startPostgres()
  if ('missing' in found) throw new Error(found.missing)
  const alone = await startConsole({ KHO_DATABASE_URL: await found.database(), KHO_SECRET: 's'.repeat(32) })
  try {
    const visitor = await alone.signedIn()
    const { db } = alone.kho.services
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`.execute(
      db,
    )
    await found.stop()
    for (const call of [visitor.call('GET', '/user'), visitor.signIn(owner)]) {
      expect(problem(await call)).toEqual({ status: 503, code: 'DATABASE_UNAVAILABLE', retry_after: 5 })
    }
  } finally {
    await alone.stop()
    await found.stop()
  }
})

const newPassword = 'Vuon-tao#9'
let count = 0
let people: People | null = null

/** A sub-user with two-step verification who does all that there is to do at once. */
async function busyUser(console: TestConsole) {
  const { db, vault } = console.kho.services
  people ??= await makePeople(console)
  const name = `u${++count}`
  const account = await people.owner(`${name}-owner`)
  const person = await people.subUser(account, name, 'read')
  const boss = await people.visit(account)
  const visitor = await people.visit(person, { confirmed: true })
  const app = await switchTwoStepOn(console, visitor)
  const challenge = await challengeOf(console.visitor(), { username: person.email, password })
  const expires_at = Math.floor(console.clock.now / 1000) + 999
  const mailed = { user_id: person.id, expires_at }
  await db
    .insertInto('password_resets')
    .values({ ...mailed, hash: hashToken(name) })
    .execute()
  const pinHash = vault.digest(`pin code ${person.id} 123456`)
  await db
    .insertInto('pin_resets')
    .values({ ...mailed, hash: pinHash })
    .execute()
  const call = (method: string, path: string, body?: object) => () => visitor.call(method, path, body)
  const [forSignIn, forEnd] = app.recoveryCodes
  const verify = { challenge, code: forSignIn }
  const change = { current_password: password, new_password: newPassword }
  const client = { name, permission: 'read', expire_date: 0 }
  const acts: Record<string, () => Promise<Answer>> = {
    verifyTwoStep: () => console.visitor().call('POST', '/user/verify-2step', verify),
    resetPassword: () =>
      console.visitor().call('PUT', '/user/reset-password', { token: name, new_password: `${newPassword}9` }),
    changePassword: call('PUT', '/user/change-password', change),
    login: () => console.visitor().signIn({ username: person.email, password }),
    changePin: call('PUT', '/user/change-pin', { pin, new_pin: '1470' }),
    resetPin: call('PUT', '/user/reset-pin', { code: '123456', new_pin: '3690' }),
    confirmIdentity: call('POST', '/user/confirm-identity', { pin }),
    changeMethodPin: call('PUT', '/user/change-method-pin', { method: 'two-step', pin }),
    renewRecoveryCodes: call('POST', '/user/recovery-codes', { code: app.code() }),
    endTwoStep: call('DELETE', '/user/two-step-verification', { code: forEnd }),
    endOtherSessions: call('POST', '/user/end-other-sessions'),
    createAccessKey: call('POST', '/user/access-key', { name }),
    createApiClient: call('POST', '/user/api-client', client),
    deleteSubUser: () => boss.call('DELETE', '/user-management', { id: person.id }),
  }
  return { person, acts }
}

const belongings = [
  'sessions',
  'sign_in_challenges',
  'recovery_codes',
  'password_resets',
  'pin_resets',
  'access_keys',
  'api_clients',
] as const

test('who changes what belongs to a user waits for the user first, and holds nothing until then', async () => {
  const [console] = consoles as [TestConsole]
  const { db } = console.kho.services
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`
  const { acts } = await busyUser(console)
  for (const name of Object.keys(acts)) {
    const { person, acts } = await busyUser(console)
    let answer: Promise<Answer> | undefined
    await db.transaction().execute(async trx => {
      await lockUser(trx, person.id)
      answer = acts[name]!()
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
      for (const table of belongings) {
        const rows = trx.selectFrom(table).select('user_id').where('user_id', '=', person.id)
        await rows.forUpdate().noWait().execute()
      }
    })
    expect([name, (await answer)?.status]).toEqual([name, expect.toSatisfy(status => status < 300)])
  }
})

test('a user who is changed in every way at once, and deleted, is no fault of anybody', {
  tags: ['faults'],
}, async () => {
  const faults: string[] = []
  for (let round = 0; round < 20; round++) {
    const { acts } = await busyUser(consoles[0]!)
    const answers = Object.entries(acts).map(async ([name, act]) => {
      const { status, reason } = await act()
      if (status >= 500) faults.push(`${name}: ${status} ${reason}`)
    })
    await Promise.all(answers)
  }
  expect(faults).toEqual([])
})
