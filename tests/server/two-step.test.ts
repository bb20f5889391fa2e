import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { MethodSecurity, SignedIn } from '../../openapi/schema.ts'
import { setTwoStepOfAll } from '../../server/store/two-step.ts'
import { toBase32 } from '../support/totp.ts'
import { told } from './support/audit.ts'
import { owner, problem, startConsole, type Visitor } from './support/console.ts'
import { addSubUser, makePeople, password } from './support/people.ts'
import { request } from './support/requests.ts'
import { type Authenticator, challengeOf, switchTwoStepOn, verify } from './support/two-step.ts'
import { restoredConsole } from './support/with-console.ts'

const console = restoredConsole()
let here: Visitor
beforeEach(async () => {
  here = await console.signedIn()
})

const pin = '2580'
const setPin = () => here.call('PUT', '/user/init-pin', { pin })
const begin = (password: string) => here.call('PUT', '/user/two-step-verification', { password })
const confirm = (code: string) => here.call('POST', '/user/two-step-verification', { code })
const end = (code: string) => here.call('DELETE', '/user/two-step-verification', { code })
const method = async () => (await here.call('GET', '/user/method-security')).body as MethodSecurity

const wrongCode = { status: 403, code: 'AUTH_CODE_INVALID' }
const timedOut = { status: 401, code: 'TWO_STEP_TIMED_OUT' }

/** Has `change` happen when what the next request asks for was looked at, and nothing was written yet. */
function meanwhile(change: () => Promise<unknown>): void {
  const { db } = console.kho.services
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    const begun = db.transaction()
    const { execute } = begun
    begun.execute = async act => {
      await change()
      return execute.call(begun, act) as ReturnType<typeof act>
    }
    return begun
  })
}

/** A code that is not `right`. */
const not = (right: string) => (right === '000000' ? '000001' : '000000')

test('with two-step verification the password gives a challenge, and the code the session [V6.3.3]', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitor = console.visitor()
  const first = await visitor.signIn(owner)
  expect(first.status).toBe(200)
  expect(first.body).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/), expires_in: 300 })
  expect(first.headers.getSetCookie()).toEqual([])
  expect(problem(await visitor.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  const { challenge } = first.body as { challenge: string }
  const second = await verify(visitor, challenge, app.code())
  expect(second.status).toBe(200)
  expect(second.body).toEqual({
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 900,
    user: (await here.call('GET', '/user')).body,
  })
  expect((await visitor.call('GET', '/user')).body).toEqual((second.body as SignedIn).user)
  expect((await visitor.refresh()).status).toBe(200)
})

test('the database holds neither the secret, nor a recovery code, nor a challenge [V6.5.2, V14.2.4]', async () => {
  const app = await switchTwoStepOn(console, here)
  const challenge = await challengeOf(console.visitor(), owner)
  const { db } = console.kho.services
  const kept = JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('recovery_codes').selectAll().execute(),
    await db.selectFrom('sign_in_challenges').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ])
  for (const secret of [app.secret, challenge, ...app.recoveryCodes]) expect(kept).not.toContain(secret)
})

test('recovery codes are stored as password hashes with one salt; digests of earlier versions count [V6.5.2]', async () => {
  const app = await switchTwoStepOn(console, here)
  const { db, vault } = console.kho.services
  const rows = () => db.selectFrom('recovery_codes').selectAll().execute()
  const stored = (await rows()).map(({ hash }) => hash)
  const [head] = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[\w+/]{22}\$/.exec(stored[0]!)!
  expect(stored.map(hash => hash.slice(0, head.length))).toEqual(Array(10).fill(head))
  expect(new Set(stored).size).toBe(10)
  const [{ user_id } = { user_id: '' }] = await rows()
  const hash = vault.digest(`recovery code ${user_id} k3m9x20vtq`)
  await db.insertInto('recovery_codes').values({ user_id, hash }).execute()
  for (const code of ['k3m9x-20vtq', app.recoveryCodes[9]!]) {
    const visitor = console.visitor()
    expect((await verify(visitor, await challengeOf(visitor, owner), code)).status).toBe(200)
  }
  expect((await rows()).length).toBe(9)
})

test.each([
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])(
  'at %d the sign-in takes RFC 6238’s code %s, a step early or late too, and no further',
  async (time, code) => {
    const { db, vault } = console.kho.services
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const sealed = vault.seal(toBase32(Buffer.from('12345678901234567890')), 'users.two_step_secret', id)
    for (const [drift, status] of [
      [-60, 403],
      [60, 403],
      [-30, 200],
      [0, 200],
      [30, 200],
    ] as const) {
      const row = { two_step: 1, two_step_secret: sealed, two_step_counter: 0 }
      await db.updateTable('users').set(row).execute()
      console.clock.now = (time + drift) * 1000
      const visitor = console.visitor()
      const answer = await verify(visitor, await challengeOf(visitor, owner), code)
      expect([drift, answer.status]).toEqual([drift, status])
    }
  },
)

test('a code is taken once, whatever it is for [V6.5.1]', async () => {
  await setPin()
  const app = await switchTwoStepOn(console, here)
  const code = app.code()
  const first = console.visitor()
  expect((await verify(first, await challengeOf(first, owner), code)).status).toBe(200)
  const second = console.visitor()
  const challenge = await challengeOf(second, owner)
  expect(problem(await verify(second, challenge, code))).toEqual(wrongCode)
  expect(problem(await here.call('POST', '/user/recovery-codes', { code }))).toEqual(wrongCode)
  expect(problem(await end(code))).toEqual(wrongCode)
  expect((await verify(second, challenge, app.next())).status).toBe(200)
})

test('the code that switched it on is taken too', async () => {
  await begin(owner.password)
  const app = await switchTwoStepOn(console, here)
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  expect(problem(await verify(visitor, challenge, app.code(-1)))).toEqual(wrongCode)
})

test('once a later code was taken, an earlier one no longer counts', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitor = console.visitor()
  expect((await verify(visitor, await challengeOf(visitor, owner), app.code(1))).status).toBe(200)
  const other = console.visitor()
  expect(problem(await verify(other, await challengeOf(other, owner), app.code()))).toEqual(wrongCode)
})

test('of many sign-ins at once with one code, one goes through', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitors = Array.from({ length: 5 }, () => console.visitor())
  const challenges: string[] = []
  for (const visitor of visitors) challenges.push(await challengeOf(visitor, owner))
  const code = app.code()
  const answers = await Promise.all(visitors.map((visitor, i) => verify(visitor, challenges[i]!, code)))
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 403, 403, 403, 403])
})

test('of a sign-in and a switching off at once with one code, one goes through', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  const code = app.code()
  const answers = await Promise.all([verify(visitor, challenge, code), end(code)])
  expect(answers.filter(answer => answer.status < 300).length).toBe(1)
})

test('a challenge lasts five minutes', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  console.clock.now += 299_000
  expect(problem(await verify(visitor, challenge, not(app.code())))).toEqual(wrongCode)
  console.clock.now += 1000
  expect(problem(await verify(visitor, challenge, app.code()))).toEqual(timedOut)
})

test('a challenge is used once, and one that is made up is none [V2.3.1]', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  expect((await verify(visitor, challenge, app.code())).status).toBe(200)
  expect(problem(await verify(console.visitor(), challenge, app.next()))).toEqual(timedOut)
  expect(problem(await verify(console.visitor(), 'made-up', app.code()))).toEqual(timedOut)
})

test('of two codes at once for one challenge, one goes through', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  const answers = await Promise.all(
    [app.code(), app.recoveryCodes[0]!].map(code => verify(console.visitor(), challenge, code)),
  )
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 401])
})

test('a changed password ends sign-ins that are half done', async () => {
  const app = await switchTwoStepOn(console, here)
  const challenge = await challengeOf(console.visitor(), owner)
  const change = { current_password: owner.password, new_password: 'Vuon-tao#2' }
  expect((await here.call('PUT', '/user/change-password', change)).status).toBe(204)
  expect(problem(await verify(console.visitor(), challenge, app.code()))).toEqual(timedOut)
})

test('an account that is suspended between the two steps stays out', async () => {
  const app = await switchTwoStepOn(console, here)
  const challenge = await challengeOf(console.visitor(), owner)
  await console.kho.services.db.updateTable('accounts').set({ suspended: 1 }).execute()
  expect(problem(await verify(console.visitor(), challenge, app.code()))).toEqual({
    status: 403,
    code: 'ACCOUNT_SUSPENDED',
  })
})

test('there are ten recovery codes, each of which signs in once, in any case and spacing [V6.5.1, V6.5.4]', async () => {
  const app = await switchTwoStepOn(console, here)
  expect(app.recoveryCodes).toEqual(
    Array.from({ length: 10 }, () =>
      expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{5}-[0-9abcdefghjkmnpqrstvwxyz]{5}$/),
    ),
  )
  expect(new Set(app.recoveryCodes).size).toBe(10)
  const [first, second] = app.recoveryCodes as [string, string]
  const visitor = console.visitor()
  expect((await verify(visitor, await challengeOf(visitor, owner), first)).status).toBe(200)
  const again = console.visitor()
  const challenge = await challengeOf(again, owner)
  expect(problem(await verify(again, challenge, first))).toEqual(wrongCode)
  expect((await method()).recovery_codes_left).toBe(9)
  expect((await verify(again, challenge, ` ${second.replace('-', ' ').toUpperCase()} `)).status).toBe(200)
  expect((await method()).recovery_codes_left).toBe(8)
})

test('of many sign-ins at once with one recovery code, one goes through [V2.3.4]', async () => {
  const app = await switchTwoStepOn(console, here)
  const visitors = Array.from({ length: 5 }, () => console.visitor())
  const challenges: string[] = []
  for (const visitor of visitors) challenges.push(await challengeOf(visitor, owner))
  const answers = await Promise.all(
    visitors.map((visitor, i) => verify(visitor, challenges[i]!, app.recoveryCodes[0]!)),
  )
  expect(answers.filter(answer => answer.status === 200).length).toBe(1)
})

test('another user’s recovery code is none', async () => {
  const app = await switchTwoStepOn(console, here)
  const subUser = await addSubUser(console, 'read')
  const other = console.visitor()
  await other.signIn(subUser)
  const theirs = await switchTwoStepOn(console, other)
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  expect(problem(await verify(visitor, challenge, theirs.recoveryCodes[0]!))).toEqual(wrongCode)
  expect((await verify(visitor, challenge, app.recoveryCodes[0]!)).status).toBe(200)
})

test('new recovery codes take the place of the old ones, against a code of the app', async () => {
  const app = await switchTwoStepOn(console, here)
  const renew = (code: string) => here.call('POST', '/user/recovery-codes', { code })
  expect(problem(await renew(not(app.code())))).toEqual(wrongCode)
  const answer = await renew(app.code())
  expect(answer.status).toBe(200)
  const [fresh] = (answer.body as { recovery_codes: string[] }).recovery_codes
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, owner)
  expect(problem(await verify(visitor, challenge, app.recoveryCodes[0]!))).toEqual(wrongCode)
  expect((await verify(visitor, challenge, fresh!)).status).toBe(200)
})

test('an account requires it of everybody: who has none is out, and sets it up after the next sign-in [V6.3.3]', async () => {
  const people = await makePeople(console)
  const boss = await people.owner('chu')
  const staff = await people.subUser(boss, 'nhan-vien', 'read')
  const [bosses, staffs, others] = await Promise.all(
    [boss, staff, await people.owner('khac')].map(person => people.visit(person, { confirmed: true })),
  )
  const require = (visitor: Visitor, required: boolean) =>
    request(visitor, 'changeAccountSignIn', { body: { require_two_step: required } })
  const token = await request(staffs!, 'createApiClient', { body: { permission: 'read' } })
  expect(problem(await require(bosses!, true))).toMatchObject({ code: 'TWO_STEP_REQUIRED' })
  const app = await switchTwoStepOn(console, bosses!)
  expect((await require(bosses!, true)).status).toBe(204)

  const off = { values: {}, body: { code: app.next() } }
  expect(problem(await request(bosses!, 'endTwoStep', off))).toMatchObject({ code: 'TWO_STEP_ENFORCED' })
  expect((await bosses!.call('GET', '/user')).body).toMatchObject({ require_two_step: false })
  expect((await others!.call('GET', '/user')).status).toBe(200)
  expect(problem(await staffs!.call('GET', '/user'))).toMatchObject({ code: 'UNAUTHORIZED' })
  const { body } = token as { body: { token: string } }
  const program = { authorization: `Bearer ${body.token}` }
  expect((await request(console.visitor(), 'listBuckets', {}, program)).status).toBe(200)

  const next = console.visitor()
  await next.signIn({ username: staff.email, password })
  expect((await next.call('GET', '/user')).body).toMatchObject({ require_two_step: true })
  for (const id of ['listBuckets', 'createApiClient'])
    expect(problem(await request(next, id))).toMatchObject({ code: 'TWO_STEP_SET_UP_REQUIRED' })
  await switchTwoStepOn(console, next)
  expect((await next.call('GET', '/user')).body).toMatchObject({ require_two_step: false })
  expect((await request(next, 'getMethodSecurity')).body).toMatchObject({ two_step_required: true })
  expect((await require(bosses!, false)).status).toBe(204)
  expect((await request(bosses!, 'endTwoStep', { body: { code: app.next() } })).status).toBe(204)
  const changed = await console.kho.services.db
    .selectFrom('audit')
    .select('data')
    .where('action', '=', 'ACCOUNT_CHANGED')
    .orderBy('id')
    .execute()
  expect(changed.map(entry => told(entry).detail)).toEqual([
    'two-step verification of everybody: false → true',
    'two-step verification of everybody: true → false',
  ])
})

test('the operator requires it of everybody in all accounts, until the setting has gone [V6.3.3]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kho-required-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const start = (required: '0' | '1') =>
    startConsole({ KHO_DATA_DIR: join(folder, 'data'), KHO_REQUIRE_TWO_STEP: required })
  const before = await start('0')
  const early = await before.signedIn()
  await before.kho.close()

  const strict = await start('1')
  onTestFinished(() => strict.stop())
  const late = strict.visitor()
  late.cookie = early.cookie
  expect(problem(await late.call('GET', '/user'))).toMatchObject({ code: 'UNAUTHORIZED' })
  const people = await makePeople(strict)
  const boss = await people.owner('chu')
  const next = await people.visit(boss, { confirmed: true })
  expect((await next.call('GET', '/user')).body).toMatchObject({ require_two_step: true })
  expect(problem(await request(next, 'listBuckets'))).toMatchObject({ code: 'TWO_STEP_SET_UP_REQUIRED' })
  const app = await switchTwoStepOn(strict, next)
  const required = { two_step_required: true, required_by_operator: true }
  expect((await request(next, 'getMethodSecurity')).body).toMatchObject(required)
  const refused = { status: 409, code: 'TWO_STEP_ENFORCED' }
  const allow = { body: { require_two_step: false } }
  expect(problem(await request(next, 'changeAccountSignIn', allow))).toEqual(refused)
  expect(problem(await request(next, 'endTwoStep', { body: { code: app.next() } }))).toEqual(refused)

  const free = await people.visit(await people.owner('khac'))
  const isLed = async () => (await free.call('GET', '/user')).body
  expect(await isLed()).toMatchObject({ require_two_step: true })
  await setTwoStepOfAll(strict.kho.services.db, false)
  expect(await isLed()).toMatchObject({ require_two_step: false })
})

test('switching on needs the password, then a code within ten minutes [V2.3.1]', async () => {
  expect(problem(await confirm('000000'))).toEqual({ status: 409, code: 'TWO_STEP_NOT_BEGUN' })
  expect(problem(await begin('wrong'))).toEqual({ status: 400, code: 'CURRENT_PASSWORD_INCORRECT' })
  const begun = await begin(owner.password)
  expect(begun.body).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.stringMatching(/^otpauth:\/\/totp\/Kho:owner(@|%40)example\.com\?/),
    expires_in: 600,
  })
  expect(problem(await confirm('000000'))).toEqual(wrongCode)
  expect((await method()).two_step).toBe(false)
  console.clock.now += 600_000
  expect(problem(await confirm('000000'))).toEqual({ status: 409, code: 'TWO_STEP_NOT_BEGUN' })
})

test('a set-up that is begun again has another secret, and the first one no longer counts', async () => {
  const first = (await begin(owner.password)).body as { secret: string }
  const app = await switchTwoStepOn(console, here)
  expect(app.secret).not.toBe(first.secret)
  expect(problem(await begin(owner.password))).toEqual({ status: 409, code: 'TWO_STEP_EXISTS' })
  expect(problem(await confirm(app.code()))).toEqual({ status: 409, code: 'TWO_STEP_EXISTS' })
})

test.each([
  ['a code of the app', (app: Authenticator) => app.code()],
  ['a recovery code', (app: Authenticator) => app.recoveryCodes[3]!],
])('%s switches it off; the pin confirms again', async (_name, codeOf) => {
  await setPin()
  const app = await switchTwoStepOn(console, here)
  const change = { method: 'two-step', pin }
  expect((await here.call('PUT', '/user/change-method-pin', change)).status).toBe(204)
  expect(problem(await end(not(app.code())))).toEqual(wrongCode)
  expect((await end(codeOf(app))).status).toBe(204)
  expect(await method()).toEqual({
    method: 'pin',
    provider: null,
    pin_exists: true,
    two_step: false,
    two_step_required: false,
    required_by_operator: false,
    passkeys: 0,
    sso: 'none',
    sso_required: false,
    recovery_codes_left: 0,
  })
  expect((await here.call('POST', '/user/confirm-identity', { pin })).status).toBe(200)
  expect((await console.visitor().signIn(owner)).body).toHaveProperty('user')
  expect(problem(await end(app.next()))).toEqual({ status: 409, code: 'TWO_STEP_REQUIRED' })
})

test('what confirms is changed against what confirms now, and back [V7.5.1]', async () => {
  await setPin()
  const change = (to: string, answer: string) =>
    here.call('PUT', '/user/change-method-pin', { method: to, pin: answer })
  const confirmed = (answer: string) => here.call('POST', '/user/confirm-identity', { pin: answer })
  const refused = { status: 403, code: 'PIN_INCORRECT' }
  expect(problem(await change('two-step', pin))).toEqual({ status: 409, code: 'TWO_STEP_REQUIRED' })
  const app = await switchTwoStepOn(console, here)
  expect(problem(await change('two-step', app.code()))).toEqual(refused)
  expect((await change('two-step', pin)).status).toBe(204)
  expect((await method()).method).toBe('two-step')
  expect(problem(await confirmed(pin))).toEqual(refused)
  expect((await confirmed(app.code())).body).toEqual({ expires_in: 300 })
  expect(problem(await confirmed(app.code()))).toEqual(refused)
  expect(problem(await change('pin', pin))).toEqual(refused)
  expect((await change('pin', app.next())).status).toBe(204)
  expect((await confirmed(pin)).body).toEqual({ expires_in: 300 })
})

test('what the pin confirmed does not count once codes confirm, nor the other way round', async () => {
  await setPin()
  const app = await switchTwoStepOn(console, here)
  const keys = async () => (await here.call('GET', '/user/access-key')).status
  const confirm = (answer: string) => here.call('POST', '/user/confirm-identity', { pin: answer })
  await confirm(pin)
  expect(await keys()).toBe(200)
  await here.call('PUT', '/user/change-method-pin', { method: 'two-step', pin })
  expect(await keys()).toBe(403)
  await confirm(app.code())
  expect(await keys()).toBe(200)
  expect((await end(app.next())).status).toBe(204)
  expect(await keys()).toBe(403)
})

test('a bucket is deleted against a code where that confirms', async () => {
  await setPin()
  const app = await switchTwoStepOn(console, here)
  await here.call('PUT', '/user/change-method-pin', { method: 'two-step', pin })
  await here.call('POST', '/bucket', { bucket: 'anh-gia-dinh' })
  const remove = (answer: string) =>
    here.call('DELETE', '/bucket', { bucket: 'anh-gia-dinh', pin: answer, confirm: true })
  expect(problem(await remove(pin))).toEqual({ status: 403, code: 'PIN_INCORRECT' })
  expect((await remove(app.code())).status).toBe(204)
})

test('confirming lasts five minutes, in this session alone', async () => {
  await setPin()
  const elsewhere = await console.signedIn()
  const keys = (visitor: Visitor) => visitor.call('GET', '/user/access-key')
  const required = { status: 403, code: 'CONFIRMATION_REQUIRED' }
  expect(problem(await keys(here))).toEqual(required)
  await here.call('POST', '/user/confirm-identity', { pin })
  expect((await keys(here)).status).toBe(200)
  expect(problem(await keys(elsewhere))).toEqual(required)
  console.clock.now += 299_000
  expect((await keys(here)).status).toBe(200)
  console.clock.now += 1000
  expect(problem(await keys(here))).toEqual(required)
})

test('a pin that is changed while it is looked at confirms nothing', async () => {
  await setPin()
  const visitor = await console.signedIn()
  meanwhile(() => here.call('PUT', '/user/change-pin', { pin, new_pin: '1470' }))
  const answer = await visitor.call('POST', '/user/confirm-identity', { pin })
  expect(problem(answer)).toEqual({ status: 403, code: 'PIN_INCORRECT' })
  const keys = await visitor.call('GET', '/user/access-key')
  expect(problem(keys)).toEqual({ status: 403, code: 'CONFIRMATION_REQUIRED' })
})

test('nor does one that stops to be what confirms, nor one of a session that has ended', async () => {
  const app = await switchTwoStepOn(console, here)
  await setPin()
  const visitor = await console.signedIn()
  await verify(visitor, await challengeOf(visitor, owner), app.code())
  const confirmIdentity = () => visitor.call('POST', '/user/confirm-identity', { pin })
  meanwhile(() => here.call('PUT', '/user/change-method-pin', { method: 'two-step', pin }))
  expect(problem(await confirmIdentity())).toEqual({ status: 403, code: 'PIN_INCORRECT' })
  const change = { method: 'pin', pin: app.next() }
  expect((await here.call('PUT', '/user/change-method-pin', change)).status).toBe(204)
  await here.call('POST', '/user/confirm-identity', { pin })
  meanwhile(() => here.call('POST', '/user/end-other-sessions'))
  expect(problem(await confirmIdentity())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test('a sign-in gives no session once codes are asked for', async () => {
  const visitor = console.visitor()
  meanwhile(() => switchTwoStepOn(console, here))
  expect(problem(await visitor.signIn(owner))).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' })
  expect((await visitor.signIn(owner)).body).toHaveProperty('challenge')
})

test('nor once the account is suspended', async () => {
  const { db } = console.kho.services
  meanwhile(() => db.updateTable('accounts').set({ suspended: 1 }).execute())
  expect(problem(await console.visitor().signIn(owner))).toEqual({
    status: 401,
    code: 'INVALID_CREDENTIALS',
  })
  expect((await db.selectFrom('sessions').select('id').execute()).length).toBe(1)
})

test('of the sign-ins that wait for a code the five newest count', async () => {
  const app = await switchTwoStepOn(console, here)
  const challenges: string[] = []
  for (let i = 0; i < 6; i++) {
    console.clock.now += 1000
    challenges.push(await challengeOf(console.visitor(), owner))
  }
  const [first, second] = challenges as [string, string]
  expect(problem(await verify(console.visitor(), first, app.code()))).toEqual(timedOut)
  expect((await verify(console.visitor(), second, app.code())).status).toBe(200)
})

test('without a pin there is nothing to confirm by', async () => {
  expect(problem(await here.call('POST', '/user/confirm-identity', { pin }))).toEqual({
    status: 403,
    code: 'PIN_REQUIRED',
  })
  expect(await method()).toEqual({
    method: 'pin',
    provider: null,
    pin_exists: false,
    two_step: false,
    two_step_required: false,
    required_by_operator: false,
    passkeys: 0,
    sso: 'none',
    sso_required: false,
    recovery_codes_left: 0,
  })
})
