import { expect, test } from 'vitest'
import type { SignedIn, Tokens } from '../../openapi/schema.ts'
import { owner, problem } from './support/console.ts'
import { ownConsole, restoredConsole, sharedConsole } from './support/with-console.ts'

const console = restoredConsole()
const secure = sharedConsole({ KHO_PUBLIC_URL: 'https://kho.example.com' })
const proxied = sharedConsole({ KHO_TRUSTED_PROXIES: 'loopback' })

const minute = 60_000
const quarter = 15 * minute

test('signing in gives the user, a refresh token and a cookie that scripts cannot read [V3.3.2, V3.3.4, V7.2.3, V11.2.3, V11.5.1]', async () => {
  const visitor = console.visitor()
  const answer = await visitor.signIn({ ...owner, username: ' Owner@Example.com ' })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 900,
    user: {
      id: expect.stringMatching(/^[\w-]+$/),
      username: 'owner@example.com',
      name: 'owner',
      email: 'owner@example.com',
      location: 'us-east-1',
      is_admin: true,
      is_supper_admin: true,
      is_sub_user: false,
      permission: 'full-control',
      enable_bucket_notification: false,
      expire_date: 0,
      pin_exists: false,
      confirms_at_provider: false,
      require_change_pass: false,
      require_two_step: false,
      sso_required: false,
      scope: null,
    },
  })
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^kho_[0-9a-f]{12}_access=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
    expect.stringMatching(
      /^kho_[0-9a-f]{12}_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ])
  const current = await visitor.call('GET', '/user')
  expect(current.body).toEqual((answer.body as SignedIn).user)
})

test('the database holds neither token, nor the password [V11.4.2]', async () => {
  const visitor = await console.signedIn()
  const { db } = console.kho.services
  const kept = JSON.stringify([
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('attempts').selectAll().execute(),
  ])
  for (const secret of [visitor.refreshToken, visitor.cookie.split('=')[1]!, owner.password]) {
    expect(kept).not.toContain(secret)
  }
})

test('behind https the cookie goes over https alone [V3.3.1]', async () => {
  const visitor = secure.visitor()
  visitor.headers = { origin: 'https://kho.example.com' }
  const { headers } = await visitor.signIn(owner)
  expect(headers.getSetCookie()[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
})

test.each([
  ['0', 'max-age=31536000'],
  ['1', 'max-age=31536000; includeSubDomains'],
])(
  'with KHO_HSTS_SUBDOMAINS=%s console and engine send HSTS over HTTPS, and none over HTTP [V3.4.1]',
  async (KHO_HSTS_SUBDOMAINS, expected) => {
    const own = await ownConsole({ KHO_TRUSTED_PROXIES: 'loopback', KHO_HSTS_SUBDOMAINS })
    for (const url of [own.url, `${own.url}/api/user`, `${own.kho.s3Url}/bucket/file`]) {
      const sent = async (scheme: string) => {
        const { headers } = await fetch(url, { headers: { 'x-forwarded-proto': scheme } })
        return headers.get('strict-transport-security')
      }
      expect([url, await sent('https'), await sent('http')]).toEqual([url, expected, null])
    }
  },
)

test.for([
  ['https', true],
  ['http', false],
  ['javascript', false],
  ['file', false],
])('a trusted proxy that names the scheme %s makes the cookie secure: %s', async ([scheme, isSecure]) => {
  const headers = { 'x-forwarded-proto': scheme, 'sec-fetch-site': 'same-origin' }
  const visitor = proxied.visitor()
  visitor.headers = headers as unknown as Record<string, string>
  const { status, headers: said } = await visitor.signIn(owner)
  expect([status, said.getSetCookie()[0]?.includes('; Secure')]).toEqual([200, isSecure])
})

test('behind https a cookie from another host of the domain does not take the session’s place [V3.3.3]', async () => {
  const other = secure.visitor()
  other.headers = { origin: 'https://kho.example.com' }
  await other.signIn(owner)
  const [name = '', value] = other.cookie.split('=')
  const victim = secure.visitor()
  victim.cookie = `${name.replace('__Host-', '')}=${value}`
  expect([
    name,
    (await victim.call('GET', '/user')).status,
    (await other.call('GET', '/user')).status,
  ]).toEqual([expect.stringMatching(/^__Host-kho_[0-9a-f]{12}_access$/), 401, 200])
})

test('an unknown e-mail and a wrong password get the same answer', async () => {
  const wrong = await console.visitor().signIn({ ...owner, password: 'Vuon-tao#2' })
  const unknown = await console.visitor().signIn({ ...owner, username: 'nobody@example.com' })
  const answer = { status: 401, code: 'INVALID_CREDENTIALS' }
  expect([problem(wrong), problem(unknown)]).toEqual([answer, answer])
  expect(wrong.headers.getSetCookie()).toEqual([])
})

test('after ten failures an account is refused for a quarter of an hour, the right password too', async () => {
  const visitor = console.visitor()
  for (let i = 0; i < 10; i++) await visitor.signIn({ ...owner, password: 'wrong' })
  console.clock.now += 5 * minute
  const refused = await visitor.signIn(owner)
  expect(problem(refused)).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 600 })
  expect(refused.headers.get('retry-after')).toBe('600')
  console.clock.now += 10 * minute
  expect((await visitor.signIn(owner)).status).toBe(200)
})

test('an e-mail that nobody has is limited like any other', async () => {
  const visitor = console.visitor()
  const nobody = { username: 'nobody@example.com', password: 'wrong' }
  for (let i = 0; i < 10; i++) await visitor.signIn(nobody)
  expect(problem(await visitor.signIn(nobody)).code).toBe('TOO_MANY_REQUESTS')
  expect((await visitor.signIn(owner)).status).toBe(200)
})

test('of many guesses at once no more than ten are looked at', async () => {
  const guesses = Array.from({ length: 30 }, (_, i) =>
    console.visitor().signIn({ ...owner, password: `guess ${i}` }),
  )
  const codes = (await Promise.all(guesses)).map(answer => problem(answer).code)
  expect(codes.filter(code => code === 'INVALID_CREDENTIALS').length).toBe(10)
  expect(codes.filter(code => code === 'TOO_MANY_REQUESTS').length).toBe(20)
})

test('signing in forgets the failures of the account', async () => {
  const visitor = console.visitor()
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) await visitor.signIn({ ...owner, password: 'wrong' })
    expect((await visitor.signIn(owner)).status).toBe(200)
  }
})

test('after a hundred failures an address is refused, whatever the account', async () => {
  const { db, vault } = console.kho.services
  const seconds = Math.floor(console.clock.now / 1000)
  const name = `sign-in address ${vault.digest('127.0.0.1')}`
  await db
    .insertInto('attempts')
    .values({ name, count: 98, reset_at: seconds + 900 })
    .execute()
  const visitor = console.visitor()
  expect((await visitor.signIn(owner)).status).toBe(200)
  for (const username of ['a@example.com', 'b@example.com']) await visitor.signIn({ ...owner, username })
  expect(problem(await console.visitor().signIn(owner))).toEqual({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    retry_after: 900,
  })
})

test('a session that is renewed goes on with new tokens; the old cookie is dead [V7.2.2]', async () => {
  const visitor = await console.signedIn()
  const before = visitor.copy()
  const answer = await visitor.refresh()
  expect(answer.body).toEqual({ refresh_token: expect.stringMatching(/^[\w-]{43}$/), expires_in: 900 })
  expect((answer.body as Tokens).refresh_token).not.toBe(before.refreshToken)
  expect((await visitor.call('GET', '/user')).status).toBe(200)
  expect(problem(await before.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test('after a quarter of an hour the cookie no longer counts, but still renews the session', async () => {
  const visitor = await console.signedIn()
  console.clock.now += quarter
  expect(problem(await visitor.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect((await visitor.refresh()).status).toBe(200)
  expect((await visitor.call('GET', '/user')).status).toBe(200)
})

test('a session that nobody renews for 30 days is over [V7.3.1]', async () => {
  const visitor = await console.signedIn()
  console.clock.now += 30 * 24 * 60 * minute
  expect(problem(await visitor.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test('a session ends after 90 days, however often it is renewed [V7.3.2]', async () => {
  const visitor = await console.signedIn()
  for (const days of [29, 29, 29]) {
    console.clock.now += days * 24 * 60 * minute
    expect([days, (await visitor.refresh()).status]).toEqual([days, 200])
  }
  console.clock.now += 3 * 24 * 60 * minute
  expect(problem(await visitor.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test('a refresh token seen twice ends the session for both who hold it [V7.4.1]', async () => {
  const visitor = await console.signedIn()
  const thief = visitor.copy()
  await visitor.refresh()
  expect(problem(await thief.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect(problem(await visitor.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect(problem(await visitor.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test('of two renewals at once with one token, one goes through and the session ends', async () => {
  const visitor = await console.signedIn()
  const answers = await Promise.all([visitor.copy().refresh(), visitor.copy().refresh()])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 401])
  expect(await console.kho.services.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('a refresh token without the cookie of its session is refused, and the session goes on [V3.3.4]', async () => {
  const visitor = await console.signedIn()
  const thief = console.visitor()
  thief.refreshToken = visitor.refreshToken
  expect(problem(await thief.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  const other = await console.signedIn()
  expect(problem(await other.refresh(visitor.refreshToken))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect((await visitor.refresh()).status).toBe(200)
})

test('signing out kills both tokens at once and takes the cookie back [V7.4.1]', async () => {
  const visitor = await console.signedIn()
  const kept = visitor.copy()
  const answer = await visitor.call('POST', '/auth/logout')
  expect(answer.status).toBe(204)
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^kho_\w+_access=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
    ),
  ])
  expect(problem(await kept.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect(problem(await kept.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['the same host under another scheme', { origin: 'https://127.0.0.1' }],
  ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }],
  ['no origin, from a sibling domain', { 'sec-fetch-site': 'same-site' }],
])('a change from %s is refused', async (_name, headers) => {
  const visitor = console.visitor()
  visitor.headers = headers as unknown as Record<string, string>
  expect(problem(await visitor.signIn(owner))).toEqual({ status: 403, code: 'ORIGIN_DENIED' })
})

test.each([
  ['a program that sends neither header', {}],
  ['a page of the console', { 'sec-fetch-site': 'same-origin' }],
])('a change from %s goes through', async (_name, headers) => {
  const visitor = console.visitor()
  visitor.headers = headers as unknown as Record<string, string>
  expect((await visitor.signIn(owner)).status).toBe(200)
})

test('with KHO_PUBLIC_URL, changes must come from there', async () => {
  const published = await ownConsole({ KHO_PUBLIC_URL: 'http://kho.example.com' })
  const visitor = published.visitor()
  expect(problem(await visitor.signIn(owner)).code).toBe('ORIGIN_DENIED')
  visitor.headers = { origin: 'http://kho.example.com' }
  expect((await visitor.signIn(owner)).status).toBe(200)
})
