import { expect, test } from 'vitest'
import type { UserSession } from '../../openapi/schema.ts'
import { newTokens } from '../../server/auth/tokens.ts'
import { admit } from '../../server/http/access.ts'
import { createSession } from '../../server/store/sessions.ts'
import { owner, problem, Visitor } from './support/console.ts'
import { addSubUser } from './support/people.ts'
import { restoredConsole } from './support/with-console.ts'

const console = restoredConsole()

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** A visitor who always says which browser it is. */
class Browser extends Visitor {
  readonly userAgent: string

  constructor(userAgent: string) {
    super(console.url)
    this.userAgent = userAgent
  }

  override call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.call(method, path, body, { 'user-agent': this.userAgent, ...headers })
  }
}

async function signedIn(userAgent: string): Promise<Browser> {
  const browser = new Browser(userAgent)
  expect((await browser.signIn(owner)).status).toBe(200)
  return browser
}

async function list(visitor: Visitor): Promise<UserSession[]> {
  const answer = await visitor.call('GET', '/user/sessions')
  expect(answer.status).toBe(200)
  return (answer.body as { sessions: UserSession[] }).sessions
}

const confirmAll = () =>
  console.kho.services.db
    .updateTable('sessions')
    .set({ confirmed_until: Math.floor(console.clock.now / 1000) + 300 })
    .execute()

async function dead(visitor: Visitor) {
  expect(problem(await visitor.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect(problem(await visitor.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
}

test('the list names browser, system and address, the latest used first', async () => {
  const start = Math.floor(console.clock.now / 1000)
  const desk = await signedIn(chrome)
  console.clock.now += 90_000
  const phone = await signedIn(safari)
  console.clock.now += 90_000
  const common = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), address: '127.0.0.1' }
  const onPhone = { ...common, browser: 'Safari 18', system: 'iOS 18.1' }
  const onDesk = { ...common, browser: 'Chrome 142', system: 'Windows 10' }
  expect(await list(phone)).toEqual([
    { ...onPhone, created_at: start + 90, last_used_at: start + 180, current: true },
    { ...onDesk, created_at: start, last_used_at: start, current: false },
  ])
  console.clock.now += 1000
  expect(await list(desk)).toEqual([
    { ...onDesk, created_at: start, last_used_at: start + 181, current: true },
    { ...onPhone, created_at: start + 90, last_used_at: start + 180, current: false },
  ])
})

test('when a session was used last is written once a minute at most', async () => {
  const start = Math.floor(console.clock.now / 1000)
  const browser = await signedIn(chrome)
  console.clock.now += 59_000
  expect((await list(browser))[0]?.last_used_at).toBe(start)
  console.clock.now += 1000
  expect((await list(browser))[0]?.last_used_at).toBe(start + 60)
})

test('a session that can no longer be renewed is not in the list', async () => {
  await signedIn(safari)
  console.clock.now += 30 * 24 * 60 * 60_000
  expect((await list(await signedIn(chrome))).map(each => each.browser)).toEqual(['Chrome 142'])
})

test('sessions are ended after a confirmation alone [V7.5.2]', async () => {
  const here = await signedIn(chrome)
  const lost = await signedIn(safari)
  await here.call('PUT', '/user/init-pin', { pin: '2580' })
  const { id } = (await list(lost)).find(each => each.current)!
  const end = () => here.call('DELETE', '/user/sessions', { id })
  const endOthers = () => here.call('POST', '/user/end-other-sessions')
  const required = { status: 403, code: 'CONFIRMATION_REQUIRED' }
  expect([problem(await end()), problem(await endOthers())]).toEqual([required, required])
  expect((await lost.call('GET', '/user')).status).toBe(200)
  await here.call('POST', '/user/confirm-identity', { pin: '2580' })
  expect((await end()).status).toBe(204)
  expect((await endOthers()).body).toEqual({ ended: 0 })
  await dead(lost)
})

test('an ended session is dead at once, and gone from the list [V7.5.2]', async () => {
  const here = await signedIn(chrome)
  const lost = await signedIn(safari)
  await confirmAll()
  const { id } = (await list(lost)).find(each => each.current)!
  expect((await here.call('DELETE', '/user/sessions', { id })).status).toBe(204)
  await dead(lost)
  expect((await list(here)).map(each => each.browser)).toEqual(['Chrome 142'])
  expect(problem(await here.call('DELETE', '/user/sessions', { id }))).toEqual({
    status: 404,
    code: 'NOT_FOUND',
  })
})

test('all others are ended at once, this one stays [V7.5.2]', async () => {
  const here = await signedIn(chrome)
  const others = [await signedIn(safari), await signedIn(chrome)]
  await confirmAll()
  expect((await here.call('POST', '/user/end-other-sessions')).body).toEqual({ ended: 2 })
  for (const each of others) await dead(each)
  expect((await here.call('POST', '/user/end-other-sessions')).body).toEqual({ ended: 0 })
  expect((await here.refresh()).status).toBe(200)
})

test('what takes long outlives the tokens of its session, and ends with it', async () => {
  const here = await console.signedIn()
  const { db } = console.kho.services
  const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
  const from = { accessToken: 'of before', bearer: null, visitor: {} as never, admitted: id }
  const again = () => admit(db, 'downloadZip', from, console.clock.now)
  await here.refresh()
  console.clock.now += 3600_000
  expect(await again()).toMatchObject({ user: { email: owner.username } })
  await here.refresh()
  await here.call('POST', '/auth/logout')
  await expect(again()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('signing in again with one browser ends its session of before, of whomever [V7.2.4]', async () => {
  const browser = await signedIn(chrome)
  const former = new Browser(chrome)
  Object.assign(former, { cookie: browser.cookie, refreshToken: browser.refreshToken })
  const [{ id } = { id: '' }] = await list(browser)
  console.clock.now += 20 * 60_000
  expect((await browser.signIn(owner)).status).toBe(200)
  await dead(former)
  const [only, ...more] = await list(browser)
  expect([only?.id === id, more]).toEqual([false, []])
  expect((await browser.signIn(await addSubUser(console, 'read'))).status).toBe(200)
  expect((await list(await signedIn(safari))).map(each => each.browser)).toEqual(['Safari 18'])
  const ended = await console.kho.services.db
    .selectFrom('audit')
    .select(['user', 'target'])
    .where('action', '=', 'SESSION_ENDED')
    .execute()
  const record = { user: owner.username, target: 'Chrome 142, Windows 10, 127.0.0.1' }
  expect(ended).toEqual([record, record])
})

test('the fifty-first session ends the one that was used last the longest ago, on record', async () => {
  const lost = await signedIn(safari)
  console.clock.now += 60_000
  const here = await signedIn(chrome)
  const { db } = console.kho.services
  const { user_id } = await db.selectFrom('sessions').select('user_id').executeTakeFirstOrThrow()
  const now = Math.floor(console.clock.now / 1000)
  for (let i = 0; i < 48; i++) {
    const place = { address: '203.0.113.7', userAgent: '' }
    await createSession(db, { userId: user_id, ...place }, newTokens(now).hashed, now)
  }
  expect((await list(lost)).length).toBe(50)
  await db.updateTable('sessions').set({ last_used_at: 1 }).where('address', '=', '127.0.0.1').execute()
  await here.call('GET', '/user')
  await signedIn(chrome)
  expect((await list(here)).length).toBe(50)
  await dead(lost)
  const ended = await db
    .selectFrom('audit')
    .select(['action', 'target'])
    .where('action', 'in', ['SESSION_ENDED', 'SESSION_LIMIT_REACHED'])
    .execute()
  expect(ended).toEqual([{ action: 'SESSION_LIMIT_REACHED', target: 'Safari 18, iOS 18.1, 127.0.0.1' }])
})

test('another user’s session is neither seen nor ended', async () => {
  const here = await signedIn(chrome)
  const other = console.visitor()
  await other.signIn(await addSubUser(console, 'full-control'))
  const [theirs] = await list(other)
  await confirmAll()
  expect((await list(here)).map(each => each.id)).not.toContain(theirs?.id)
  const answer = await here.call('DELETE', '/user/sessions', { id: theirs?.id })
  expect(problem(answer)).toEqual({ status: 404, code: 'NOT_FOUND' })
  expect((await here.call('POST', '/user/end-other-sessions')).body).toEqual({ ended: 0 })
  expect((await other.call('GET', '/user')).status).toBe(200)
})

test.each([
  ['an expired account', 'accounts', { expire_date: 1 }, 'ACCOUNT_EXPIRED'],
  ['an expired user', 'users', { expire_date: 1 }, 'ACCOUNT_EXPIRED'],
  ['a suspended account', 'accounts', { suspended: 1 }, 'ACCOUNT_SUSPENDED'],
] as const)(
  '%s is out at once, and told why after the right password alone',
  async (_name, table, row, code) => {
    const visitor = await console.signedIn()
    await console.kho.services.db
      .updateTable(table as 'accounts')
      .set(row as { suspended: number })
      .execute()
    await dead(visitor)
    expect(problem(await console.visitor().signIn(owner))).toEqual({ status: 403, code })
    const wrong = await console.visitor().signIn({ ...owner, password: 'wrong' })
    expect(problem(wrong)).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' })
  },
)

test('expiry counts from its second on, the user’s or the account’s, whichever is first', async () => {
  const { db } = console.kho.services
  const soon = Math.floor(console.clock.now / 1000) + 60
  await db
    .updateTable('users')
    .set({ expire_date: soon + 60 })
    .execute()
  await db.updateTable('accounts').set({ expire_date: soon }).execute()
  const visitor = await console.signedIn()
  expect((await visitor.call('GET', '/user')).body).toHaveProperty('expire_date', soon)
  console.clock.now = soon * 1000 - 1
  expect((await visitor.call('GET', '/user')).status).toBe(200)
  console.clock.now = soon * 1000
  await dead(visitor)
})
