import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailCodeIn, readMail, resetLinkIn, startMailServer } from '../support/mail.ts'
import { owner, problem, type Visitor } from './support/console.ts'
import { addSubUser } from './support/people.ts'
import { rawPost } from './support/raw-post.ts'
import { challengeOf, switchTwoStepOn } from './support/two-step.ts'
import { ownConsole, restoredConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url, KHO_MAIL_FROM: 'Kho <kho@example.com>' }))

const newPassword = 'Vuon-tao#2'
const invalidLink = { status: 400, code: 'INVALID_TOKEN' }
const minute = 60_000

async function request(visitor: Visitor = console.visitor(), email = owner.username): Promise<void> {
  const answer = await visitor.call('POST', '/user/request-reset-password', { email })
  expect([answer.status, answer.body]).toEqual([204, null])
}

/** Asks for a link, and takes the token out of the mail that comes. */
async function mailedToken(visitor?: Visitor): Promise<string> {
  await request(visitor)
  return new URL(resetLinkIn(await mail.next(owner.username))).hash.slice(1)
}

function reset(token: string, password = newPassword) {
  return console.visitor().call('PUT', '/user/reset-password', { token, new_password: password })
}

test('a mailed link sets a new password, once, and ends every session [V6.4.3, V7.4.3]', async () => {
  const sessions = [await console.signedIn(), await console.signedIn()]
  await console.kho.services.db.updateTable('users').set({ require_change_pass: 1 }).execute()
  const token = await mailedToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await reset(token)).status).toBe(204)
  for (const each of sessions) {
    expect(problem(await each.call('GET', '/user')).code).toBe('UNAUTHORIZED')
    expect(problem(await each.refresh()).code).toBe('UNAUTHORIZED')
  }
  expect(problem(await console.visitor().signIn(owner)).code).toBe('INVALID_CREDENTIALS')
  const signedIn = await console.visitor().signIn({ ...owner, password: newPassword })
  expect(signedIn.body).toHaveProperty('user.require_change_pass', false)
  expect(problem(await reset(token, 'Vuon-tao#3'))).toEqual(invalidLink)
})

test('a reset whose device cannot be stored has not happened: the link still works', async () => {
  const token = await mailedToken()
  const { db } = console.kho.services
  await sql`create trigger full before insert on devices begin select raise(abort, 'full'); end`.execute(db)
  expect((await reset(token)).status).toBe(500)
  await sql`drop trigger full`.execute(db)
  expect((await reset(token)).status).toBe(204)
})

function check(token: string) {
  return console.visitor().call('POST', '/user/check-reset-password', { token })
}

test('whether a link works can be asked, as often as it takes, and the link goes on working', async () => {
  const token = await mailedToken()
  for (let i = 0; i < 2; i++) {
    const answer = await check(token)
    expect([answer.status, answer.body]).toEqual([204, null])
  }
  expect((await reset(token)).status).toBe(204)
})

test('a link that was used or replaced or is over is answered as one that never was', async () => {
  const used = await mailedToken()
  await reset(used)
  const replaced = await mailedToken()
  const over = await mailedToken()
  expect((await check(over)).status).toBe(204)
  console.clock.now += 60 * minute
  for (const token of [used, replaced, over, 'made-up']) {
    expect(problem(await check(token))).toEqual(invalidLink)
  }
})

test('an address may ask about a hundred links in a quarter of an hour', async () => {
  const token = await mailedToken()
  for (let i = 0; i < 100; i++) expect((await check('made-up')).status).toBe(400)
  expect(problem(await check(token))).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 900 })
  expect((await reset(token)).status).toBe(204)
  console.clock.now += 15 * minute
  expect(problem(await check(token))).toEqual(invalidLink)
})

test('the old password is no new one; the link goes on counting', async () => {
  const token = await mailedToken()
  expect(problem(await reset(token, owner.password)).code).toBe('PASSWORD_REUSED')
  expect((await reset(token)).status).toBe(204)
})

test('sign-ins with the old password that are under way at a reset come to nothing', async () => {
  const token = await mailedToken()
  const visitors = Array.from({ length: 4 }, () => console.visitor())
  const done = reset(token)
  await Promise.all([done, ...visitors.map(each => each.signIn(owner))])
  expect((await done).status).toBe(204)
  for (const each of visitors) expect((await each.call('GET', '/user')).status).toBe(401)
  const { db } = console.kho.services
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})

test('nor do second steps of such sign-ins', async () => {
  await switchTwoStepOn(console, await console.signedIn())
  const token = await mailedToken()
  const done = reset(token)
  await Promise.all([done, ...Array.from({ length: 4 }, () => console.visitor().signIn(owner))])
  expect((await done).status).toBe(204)
  const { db } = console.kho.services
  expect(await db.selectFrom('sign_in_challenges').select('user_id').execute()).toEqual([])
})

test('the mail is in the language of the visitor, as text and as HTML, with the link in both', async () => {
  await request()
  const vi = await mail.next(owner.username)
  const english = console.visitor()
  english.cookie = 'NEXT_LOCALE=en'
  await request(english)
  const en = await mail.next(owner.username)
  expect([vi.subject, en.subject]).toEqual(['Đặt lại mật khẩu Kho', 'Reset your Kho password'])
  expect(vi.text).toContain('Liên kết có hiệu lực trong 1 giờ và chỉ dùng được một lần.')
  expect(en.text).toContain('The link is valid for 1 hour and works once.')
  for (const each of [vi, en]) {
    expect(each.from).toBe('kho@example.com')
    expect(each.html).toContain(`href="${resetLinkIn(each)}"`)
    expect(resetLinkIn(each).startsWith(`${console.url}/reset-password#`)).toBe(true)
  }
})

test.for([
  ['en-US,en;q=0.9', 'Reset your Kho password'],
  ['fr', 'Reset your Kho password'],
  ['vi-VN,vi;q=0.9,en;q=0.8', 'Đặt lại mật khẩu Kho'],
])(
  'who has chosen no language gets the mail in what the page is shown in to a browser of %s',
  async ([language, subject]) => {
    const visitor = console.visitor()
    visitor.headers['accept-language'] = language!
    await request(visitor)
    expect((await mail.next(owner.username)).subject).toBe(subject)
  },
)

test('a link lasts an hour', async () => {
  const token = await mailedToken()
  console.clock.now += 60 * minute
  expect(problem(await reset(token))).toEqual(invalidLink)
  console.clock.now -= 1000
  expect((await reset(token)).status).toBe(204)
})

test('only the newest link works, and a made-up one never', async () => {
  const first = await mailedToken()
  const second = await mailedToken()
  expect(problem(await reset(first))).toEqual(invalidLink)
  expect(problem(await reset('made-up'))).toEqual(invalidLink)
  expect((await reset(second)).status).toBe(204)
})

test('of many resets at once with one link, one goes through', async () => {
  const token = await mailedToken()
  const answers = await Promise.all([1, 2, 3, 4].map(i => reset(token, `Vuon-tao#${i}`)))
  expect(answers.map(answer => answer.status).sort()).toEqual([204, 400, 400, 400])
})

test('a refused new password leaves the link as it was', async () => {
  const token = await mailedToken()
  expect(problem(await reset(token, 'password'))).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    fields: [{ field: 'new_password', message: 'password-rule' }],
  })
  expect((await reset(token)).status).toBe(204)
})

test('a changed password spends the links that were mailed before', async () => {
  const token = await mailedToken()
  const visitor = await console.signedIn()
  const change = { current_password: owner.password, new_password: newPassword }
  expect((await visitor.call('PUT', '/user/change-password', change)).status).toBe(204)
  expect(problem(await reset(token, 'Vuon-tao#3'))).toEqual(invalidLink)
})

test('who is locked out by wrong passwords gets in with a new one', async () => {
  for (let i = 0; i < 10; i++) await console.visitor().signIn({ ...owner, password: 'wrong' })
  expect(problem(await console.visitor().signIn(owner)).code).toBe('TOO_MANY_REQUESTS')
  await reset(await mailedToken())
  expect((await console.visitor().signIn({ ...owner, password: newPassword })).status).toBe(200)
})

test('a reset leaves two-step verification on [V6.3.4, V6.4.3]', async () => {
  await switchTwoStepOn(console, await console.signedIn())
  await reset(await mailedToken())
  const user = { ...owner, password: newPassword }
  expect(await challengeOf(console.visitor(), user)).toMatch(/^[\w-]{43}$/)
})

test('an address gets three mails an hour; a fourth request is answered alike', async () => {
  for (let i = 0; i < 4; i++) {
    await request()
    await console.kho.services.mails.run()
  }
  expect(mail.mails().length).toBe(3)
  console.clock.now += 60 * minute
  await request()
  await console.kho.services.mails.run()
  expect(mail.mails().length).toBe(4)
})

test('an address that nobody has gets no mail', async () => {
  await request(console.visitor(), 'nobody@example.com')
  await console.kho.services.mails.run()
  expect(mail.mails().length).toBe(0)
})

test('a mail server that refuses changes nothing about the answer, and gets the mail again', async () => {
  mail.refuse(true)
  await request()
  await console.kho.services.mails.run()
  expect(mail.mails().length).toBe(0)
  mail.refuse(false)
  console.clock.now += 5000
  await console.kho.services.mails.run()
  expect(mail.mails().length).toBe(1)
})

test('what is no e-mail address is refused', async () => {
  const answer = await console.visitor().call('POST', '/user/request-reset-password', { email: 'owner' })
  expect(problem(answer)).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    fields: [{ field: 'email', message: 'email-invalid' }],
  })
})

test('a request that names another host gets no link by mail', async () => {
  const visitor = console.visitor()
  const { port } = new URL(console.url)
  const body = JSON.stringify({ email: owner.username })
  const { status } = await rawPost(Number(port), 'evil.example', '/api/user/request-reset-password', body)
  await console.kho.services.mails.run()
  expect([status, mail.mails().length]).toEqual([204, 0])
  await request(visitor)
  expect(resetLinkIn(await mail.next(owner.username))).toContain(console.url)
})

test('with KHO_PUBLIC_URL the link begins with it, whatever the request names [V14.2.1]', async () => {
  const published = await ownConsole({
    KHO_SMTP_URL: mail.url,
    KHO_PUBLIC_URL: 'https://kho.example.com',
  })
  const visitor = published.visitor()
  visitor.headers = { origin: 'https://kho.example.com' }
  await request(visitor)
  const received = await mail.next(owner.username)
  expect(resetLinkIn(received)).toMatch(/^https:\/\/kho\.example\.com\/reset-password#[\w-]{43}$/)
  expect(received.from).toBe('no-reply@kho.example.com')
})

test('the database holds neither the link’s token nor the mailed code', async () => {
  const token = await mailedToken()
  const visitor = await withPin()
  const code = await mailedCode(visitor)
  const { db } = console.kho.services
  const kept = JSON.stringify([
    await db.selectFrom('password_resets').selectAll().execute(),
    await db.selectFrom('pin_resets').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ])
  expect([kept.includes(token), kept.includes(`"${code}"`)]).toEqual([false, false])
})

const pin = '2580'
const invalidCode = { status: 400, code: 'INVALID_TOKEN' }
const expiredCode = { status: 400, code: 'MAIL_CODE_EXPIRED' }

async function withPin(): Promise<Visitor> {
  const visitor = await console.signedIn()
  expect((await visitor.call('PUT', '/user/init-pin', { pin })).status).toBe(204)
  return visitor
}

function requestCode(visitor: Visitor) {
  return visitor.call('POST', '/user/request-reset-pin')
}

async function mailedCode(visitor: Visitor): Promise<string> {
  expect((await requestCode(visitor)).body).toEqual({ expires_in: 600, resend_in: 60 })
  return mailCodeIn(await mail.next(owner.username))
}

function resetPin(visitor: Visitor, code: string, newPin = '1470') {
  return visitor.call('PUT', '/user/reset-pin', { code, new_pin: newPin })
}

function confirm(visitor: Visitor, answer: string) {
  return visitor.call('POST', '/user/confirm-identity', { pin: answer })
}

const not = (right: string) => (right === '000000' ? '000001' : '000000')

test('a mailed code sets a new pin, once; the present one is refused and costs no code [V6.5.1]', async () => {
  const visitor = await withPin()
  const code = await mailedCode(visitor)
  expect(problem(await resetPin(visitor, not(code)))).toEqual(invalidCode)
  expect(problem(await resetPin(visitor, not(code), pin))).toEqual(invalidCode)
  expect(problem(await resetPin(visitor, code, pin))).toEqual({ status: 400, code: 'PIN_REUSED' })
  expect((await resetPin(visitor, code)).status).toBe(204)
  expect(problem(await confirm(visitor, pin))).toEqual({ status: 403, code: 'PIN_INCORRECT' })
  expect((await confirm(visitor, '1470')).status).toBe(200)
  expect(problem(await resetPin(visitor, code, '3690'))).toEqual(expiredCode)
})

test('of many resets at once with one code, one goes through', async () => {
  const visitor = await withPin()
  const code = await mailedCode(visitor)
  const answers = await Promise.all(['1111', '2222', '3333'].map(each => resetPin(visitor, code, each)))
  expect(answers.map(answer => answer.status).sort()).toEqual([204, 400, 400])
})

test('the code comes in both languages', async () => {
  const visitor = await withPin()
  await requestCode(visitor)
  const vi = await mail.next(owner.username)
  console.clock.now += minute
  visitor.cookie += '; NEXT_LOCALE=en'
  await requestCode(visitor)
  const en = await mail.next(owner.username)
  expect([vi.subject, en.subject]).toEqual(['Mã đặt lại mã PIN Kho', 'Your code to reset your Kho PIN'])
  expect(vi.text).toContain('Mã có hiệu lực trong 10 phút và chỉ dùng được một lần.')
  expect(en.text).toContain('The code is valid for 10 minutes and works once.')
  for (const each of [vi, en]) expect(each.html).toContain(`>${mailCodeIn(each)}<`)
})

test('a code lasts ten minutes [V6.5.5]', async () => {
  const visitor = await withPin()
  const code = await mailedCode(visitor)
  console.clock.now += 10 * minute
  expect(problem(await resetPin(visitor, code))).toEqual(expiredCode)
  console.clock.now -= 1000
  expect((await resetPin(visitor, code)).status).toBe(204)
})

test('another code is mailed after a minute, and the first no longer counts [V6.6.2]', async () => {
  const visitor = await withPin()
  const first = await mailedCode(visitor)
  console.clock.now += 20_000
  const early = await requestCode(visitor)
  expect(problem(early)).toEqual({ status: 429, code: 'OTP_LIMIT', retry_after: 40 })
  expect(early.headers.get('retry-after')).toBe('40')
  console.clock.now += 40_000
  const second = await mailedCode(visitor)
  if (first !== second) expect(problem(await resetPin(visitor, first))).toEqual(invalidCode)
  expect((await resetPin(visitor, second)).status).toBe(204)
})

test('five codes an hour, and no more', async () => {
  const visitor = await withPin()
  for (let i = 0; i < 5; i++) {
    await mailedCode(visitor)
    console.clock.now += 2 * minute
    expect((await visitor.refresh()).status).toBe(200)
  }
  expect(problem(await requestCode(visitor))).toEqual({
    status: 429,
    code: 'OTP_LIMIT',
    retry_after: 50 * 60,
  })
})

test('a mail that cannot be sent is said, and asking again is free', async () => {
  const visitor = await withPin()
  mail.refuse(true)
  expect(problem(await requestCode(visitor))).toEqual({ status: 503, code: 'MAIL_FAILED', retry_after: 30 })
  mail.refuse(false)
  expect((await resetPin(visitor, await mailedCode(visitor))).status).toBe(204)
})

test('with no mail server there, requests are answered as ever', async () => {
  const gone = await startMailServer()
  await gone.stop()
  const lonely = await ownConsole({ KHO_SMTP_URL: gone.url })
  await request(lonely.visitor())
  const visitor = await lonely.signedIn()
  await visitor.call('PUT', '/user/init-pin', { pin })
  expect(problem(await requestCode(visitor))).toEqual({ status: 503, code: 'MAIL_FAILED', retry_after: 30 })
})

test('another user’s code is none [V6.6.2]', async () => {
  const visitor = await withPin()
  const subUser = await addSubUser(console, 'read')
  const other = console.visitor()
  await other.signIn(subUser)
  await other.call('PUT', '/user/init-pin', { pin })
  await requestCode(other)
  const theirs = mailCodeIn(await mail.next(subUser.username))
  const own = await mailedCode(visitor)
  if (theirs !== own) expect(problem(await resetPin(visitor, theirs))).toEqual(invalidCode)
})

test('the pin is changed against the present one, and what was confirmed by that is not any more', async () => {
  const visitor = await withPin()
  const change = (present: string, next: string) =>
    visitor.call('PUT', '/user/change-pin', { pin: present, new_pin: next })
  await confirm(visitor, pin)
  expect(problem(await change('0000', '1470'))).toEqual({ status: 403, code: 'PIN_MISMATCH' })
  expect(problem(await change(pin, pin))).toEqual({ status: 400, code: 'PIN_REUSED' })
  expect(problem(await change(pin, '147'))).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    fields: [{ field: 'new_pin', message: 'pin-too-short' }],
  })
  expect((await change(pin, '1470')).status).toBe(204)
  expect(problem(await visitor.call('GET', '/user/access-key')).code).toBe('CONFIRMATION_REQUIRED')
  expect(problem(await confirm(visitor, pin)).code).toBe('PIN_INCORRECT')
  expect((await confirm(visitor, '1470')).status).toBe(200)
})

test('who has no pin is told to set one', async () => {
  const visitor = await console.signedIn()
  const required = { status: 403, code: 'PIN_REQUIRED' }
  expect(problem(await requestCode(visitor))).toEqual(required)
  expect(problem(await resetPin(visitor, '123456'))).toEqual(required)
  const answer = await visitor.call('PUT', '/user/change-pin', { pin, new_pin: '1470' })
  expect(problem(answer)).toEqual(required)
})

test('without KHO_SMTP_URL mails are files for the operator’s eyes alone [V13.3.2]', async () => {
  const offline = await ownConsole()
  await request(offline.visitor())
  await offline.kho.services.mails.run()
  const folder = join(offline.dataDir, 'outbox')
  const [name, ...others] = readdirSync(folder)
  expect([name, others]).toEqual([expect.stringMatching(/^2\d{3}-.*\.eml$/), []])
  const path = join(folder, name!)
  expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600])
  const written = await readMail(readFileSync(path, 'utf8'))
  expect([written.to, written.from, written.subject]).toEqual([
    owner.username,
    'no-reply@kho.local',
    'Đặt lại mật khẩu Kho',
  ])
  expect(resetLinkIn(written).startsWith(`${offline.url}/reset-password#`)).toBe(true)
})
