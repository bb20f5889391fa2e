import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditAction, Passkey, PasskeyRequest, SubUser } from '../../openapi/schema.ts'
import { passkeyObstacle } from '../../server/auth/passkeys.ts'
import { tokenIn } from '../support/mail.ts'
import { type How, makeSoftPasskey, type SoftPasskey } from '../support/soft-passkey.ts'
import { told } from './support/audit.ts'
import { type Answer, problem, type Visitor } from './support/console.ts'
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginSignIn,
  byName,
  confirmWith,
  signInWith,
} from './support/passkeys.ts'
import { makePeople, type Person, password, pin } from './support/people.ts'
import { request } from './support/requests.ts'
import { switchTwoStepOn } from './support/two-step.ts'
import { ownConsole, restoredConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url }))
let people: Awaited<ReturnType<typeof makePeople>>
let boss: Person
let here: Visitor
beforeEach(async () => {
  people = await makePeople(console)
  boss = await people.owner('chu')
  here = await visit(boss)
})

const visit = async (person: Person) => byName(await people.visit(person, { confirmed: true }))
const browser = () => byName(console.visitor())
const list = async (visitor: Visitor) =>
  ((await visitor.call('GET', '/user/passkeys')).body as { passkeys: Passkey[] }).passkeys
const codeOf = (answer: Answer) => (answer.status < 300 ? answer.status : problem(answer).code)
const remove = (visitor: Visitor, { id }: Passkey) => visitor.call('DELETE', '/user/passkeys', { id })
const signInAs = ({ email }: Person, visitor = browser()) => visitor.signIn({ username: email, password })
const require = (visitor: Visitor, required: boolean) =>
  request(visitor, 'changeAccountSignIn', { body: { require_two_step: required } })

/** What the log holds of an act: by whom, on what, and more. */
async function entries(action: AuditAction) {
  const { db } = console.kho.services
  const rows = await db
    .selectFrom('audit')
    .select(['user', 'target', 'data'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
  return rows.map(told)
}

describe('signing in', () => {
  test('a passkey signs in without address, password and code, also with two-step verification on [V6.3.3]', async () => {
    console.clock.now = Date.UTC(2026, 10, 25)
    const visitor = await visit(boss)
    await switchTwoStepOn(console, visitor)
    const { device, passkey } = await addPasskey(visitor, ' Máy tính ', makeSoftPasskey({ synced: true }))
    const at = Math.floor(console.clock.now / 1000)
    expect(passkey).toEqual({
      ...{ id: expect.stringMatching(/^[\da-f-]{36}$/), name: 'Máy tính' },
      ...{ synced: true, created_at: at, last_used_at: null },
    })
    const asked = await beginSignIn(browser())
    expect(asked).toEqual({
      ...{ challenge: expect.stringMatching(/^[\w-]+$/), timeout: 300_000, rpId: 'localhost' },
      ...{ userVerification: 'required', allowCredentials: [] },
    })
    console.clock.now += 60_000
    const next = browser()
    const answer = await signInWith(next, device)
    expect(answer.body).toEqual({
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 900,
      user: (await visitor.call('GET', '/user')).body,
    })
    expect((await next.call('GET', '/user')).status).toBe(200)
    expect((await next.refresh()).status).toBe(200)
    expect(await list(visitor)).toEqual([{ ...passkey, last_used_at: at + 60 }])
    expect((await entries('SIGN_IN')).map(({ detail }) => detail)).toEqual(['passkey: Máy tính'])
  })

  test.each<[string, (asked: PasskeyRequest, visitor: Visitor) => Partial<How>]>([
    ['of another origin', () => ({ origin: 'https://evil.example' })],
    ['for another host', () => ({ rpId: 'evil.example' })],
    ['without a verified user', () => ({ verified: false })],
    ['for another user', () => ({ userHandle: Buffer.from('nobody').toString('base64url') })],
    ['to a made-up challenge', () => ({ challenge: Buffer.from('1.2.3').toString('base64url') })],
    ['made for adding', () => ({ type: 'webauthn.create' })],
  ])('an answer %s is refused, and recorded [V6.3.3]', async (_, wrong) => {
    const { device } = await addPasskey(here)
    const visitor = browser()
    const asked = await beginSignIn(visitor)
    expect(problem(await signInWith(visitor, device, wrong(asked, visitor)))).toEqual({
      status: 403,
      code: 'PASSKEY_INVALID',
    })
    expect(await entries('SIGN_IN_FAILED')).toEqual([
      { user: boss.email, target: '', detail: 'PASSKEY_INVALID' },
    ])
    expect(visitor.cookie).toBe('')
  })

  test('an answer that was changed, or that another passkey has signed, is refused [V6.3.3]', async () => {
    const { device } = await addPasskey(here)
    const { device: other } = await addPasskey(here, 'Khác')
    const visitor = browser()
    const asked = await beginSignIn(visitor)
    const how = { origin: visitor.url }
    const [right, theirs] = [device.get(asked, how), other.get(asked, how)]
    const { authenticatorData } = device.get(asked, { ...how, counter: 9 }).response
    for (const response of [
      { ...right.response, signature: theirs.response.signature },
      { ...right.response, authenticatorData },
      { ...right.response, signature: 'AAAA' },
      { ...right.response, clientDataJSON: 'e30' },
      { ...right.response, clientDataJSON: 'AAAA' },
    ])
      expect(codeOf(await visitor.call('POST', '/auth/passkey', { ...right, response }))).toBe(
        'PASSKEY_INVALID',
      )
    const { userHandle, ...unnamed } = right.response
    expect(codeOf(await visitor.call('POST', '/auth/passkey', { ...right, response: unnamed }))).toBe(
      'PASSKEY_INVALID',
    )
    expect(codeOf(await visitor.call('POST', '/auth/passkey', right))).toBe(200)
  })

  test('a challenge is answered once, within five minutes, and for what it was made [V2.3.4]', async () => {
    const { device } = await addPasskey(here)
    const visitor = browser()
    const how = { origin: visitor.url }
    const send = (asked: PasskeyRequest) => visitor.call('POST', '/auth/passkey', device.get(asked, how))
    expect(codeOf(await send(await beginConfirmation(here)))).toBe('PASSKEY_INVALID')
    const [one, two, late] = [
      await beginSignIn(visitor),
      await beginSignIn(visitor),
      await beginSignIn(visitor),
    ]
    expect(codeOf(await send(one))).toBe(200)
    expect(codeOf(await send(one))).toBe('PASSKEY_TIMED_OUT')
    console.clock.now += 299_000
    expect(codeOf(await send(two))).toBe(200)
    console.clock.now += 1000
    expect(codeOf(await send(late))).toBe('PASSKEY_TIMED_OUT')
    const { db } = console.kho.services
    const kept = JSON.stringify(await db.selectFrom('used_passkey_challenges').selectAll().execute())
    for (const { challenge } of [one, two, late]) expect(kept).not.toContain(challenge)
  })

  test('of many answers at once to one challenge, one signs in [V2.3.4]', async () => {
    const { device } = await addPasskey(here)
    const asked = await beginSignIn(here)
    const answers = Array.from({ length: 5 }, () => device.get(asked, { origin: here.url }))
    const sent = await Promise.all(answers.map(each => browser().call('POST', '/auth/passkey', each)))
    expect(sent.filter(({ status }) => status === 200).length).toBe(1)
  })

  test('a counter that does not increase is of a copy: refused and recorded; passkeys that do not count work', async () => {
    const { device } = await addPasskey(here)
    expect(codeOf(await signInWith(browser(), device, { counter: 7 }))).toBe(200)
    for (const counter of [7, 3, 0])
      expect(problem(await signInWith(browser(), device, { counter }))).toEqual({
        status: 403,
        code: 'PASSKEY_CLONED',
      })
    expect((await entries('SIGN_IN_FAILED')).map(({ detail }) => detail)).toEqual(
      Array(3).fill('PASSKEY_CLONED'),
    )
    expect(codeOf(await signInWith(browser(), device, { counter: 8 }))).toBe(200)
    const { device: other } = await addPasskey(here, 'Khác', makeSoftPasskey({ counts: false }))
    for (const _ of [1, 2]) expect(codeOf(await signInWith(browser(), other, { counter: 0 }))).toBe(200)
  })

  test('a removed passkey, and one of another console, is unknown', async () => {
    const { device, passkey } = await addPasskey(here)
    expect((await remove(here, passkey)).status).toBe(204)
    expect(problem(await signInWith(browser(), device))).toEqual({ status: 403, code: 'PASSKEY_UNKNOWN' })
  })

  test('an account that is suspended or has expired is told after the passkey was verified', async () => {
    const { db } = console.kho.services
    const { device } = await addPasskey(here)
    const set = (values: { suspended?: number; expire_date?: number }) =>
      db.updateTable('accounts').set(values).where('id', '=', boss.accountId).execute()
    await set({ suspended: 1 })
    expect(codeOf(await signInWith(browser(), device, { verified: false }))).toBe('PASSKEY_INVALID')
    expect(codeOf(await signInWith(browser(), device))).toBe('ACCOUNT_SUSPENDED')
    await set({ suspended: 0, expire_date: 1 })
    expect(codeOf(await signInWith(browser(), device))).toBe('ACCOUNT_EXPIRED')
  })

  test('a block of addresses is limited, right or wrong', async () => {
    const { device } = await addPasskey(here)
    const { db } = console.kho.services
    expect(codeOf(await signInWith(browser(), device))).toBe(200)
    await db.updateTable('attempts').set({ count: 300 }).where('name', 'like', 'passkey sign-ins %').execute()
    expect(codeOf(await signInWith(browser(), device))).toBe('TOO_MANY_REQUESTS')
  })

  test('a sign-in from a new browser is told by mail', async () => {
    const first = browser()
    first.headers['accept-language'] = 'vi'
    await signInAs(boss, first)
    const { device } = await addPasskey(here)
    await console.kho.services.mails.run()
    mail.empty()
    await signInWith(browser(), device)
    await console.kho.services.mails.run()
    expect(mail.notices().map(({ subject }) => subject)).toEqual([expect.stringContaining('thiết bị mới')])
  })
})

describe('adding', () => {
  const add = (visitor: Visitor, device: SoftPasskey, asked: Awaited<ReturnType<typeof beginPasskey>>) =>
    visitor.call('POST', '/user/passkeys', {
      name: 'Khóa',
      credential: device.create(asked, { origin: visitor.url }),
    })

  test('the device is asked for a passkey that it keeps, with its user verified', async () => {
    const { passkey, device } = await addPasskey(here)
    const { pubKeyCredParams, ...asked } = await beginPasskey(here)
    expect(asked).toEqual({
      challenge: expect.stringMatching(/^[\w-]+$/),
      timeout: 300_000,
      rp: { id: 'localhost', name: 'Kho' },
      user: { id: Buffer.from(boss.id).toString('base64url'), name: boss.email, displayName: 'chu' },
      excludeCredentials: [
        { id: device.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] },
      ],
      authenticatorSelection: {
        ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
      attestation: 'none',
    })
    expect(pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
    expect(passkey.synced).toBe(false)
  })

  test.each<[string, Partial<How>]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a verified user', { verified: false }],
    ['made for signing in', { type: 'webauthn.get' }],
  ])('a passkey %s is refused [V6.3.3]', async (_, wrong) => {
    const how = { origin: here.url, ...wrong }
    const credential = makeSoftPasskey().create(await beginPasskey(here), how)
    const answer = await here.call('POST', '/user/passkeys', { name: 'Khóa', credential })
    expect(problem(answer)).toEqual({ status: 403, code: 'PASSKEY_INVALID' })
    expect(await list(here)).toEqual([])
  })

  test('a challenge is for its session, five minutes, and once', async () => {
    const asked = await beginPasskey(here)
    expect(codeOf(await add(await visit(boss), makeSoftPasskey(), asked))).toBe('PASSKEY_INVALID')
    expect(codeOf(await add(here, makeSoftPasskey(), asked))).toBe(201)
    expect(codeOf(await add(here, makeSoftPasskey(), asked))).toBe('PASSKEY_TIMED_OUT')
    const late = await beginPasskey(here)
    console.clock.now += 300_000
    expect(codeOf(await add(here, makeSoftPasskey(), late))).toBe('PASSKEY_TIMED_OUT')
  })

  test('a passkey is added once, for one user', async () => {
    const { device } = await addPasskey(here)
    expect(codeOf(await add(here, device, await beginPasskey(here)))).toBe('PASSKEY_EXISTS')
    const other = await visit(await people.owner('khac'))
    expect(codeOf(await add(other, device, await beginPasskey(other)))).toBe('PASSKEY_EXISTS')
    expect((await list(other)).length).toBe(0)
  })

  test('a user has at most 20', async () => {
    for (let i = 0; i < 19; i++) await addPasskey(here)
    const [one, two] = [await beginPasskey(here), await beginPasskey(here)]
    expect(codeOf(await add(here, makeSoftPasskey(), one))).toBe(201)
    expect(codeOf(await add(here, makeSoftPasskey(), two))).toBe('LIMIT_REACHED')
    expect(codeOf(await here.call('POST', '/user/passkeys/begin'))).toBe('LIMIT_REACHED')
  })

  test('a passkey is renamed; nothing is recorded where the name stays', async () => {
    const { passkey } = await addPasskey(here, 'Cũ')
    const rename = (name: string) => here.call('PUT', '/user/passkeys', { id: passkey.id, name })
    expect((await rename('Mới')).status).toBe(204)
    expect((await rename(' Mới ')).status).toBe(204)
    expect((await list(here)).map(({ name }) => name)).toEqual(['Mới'])
    expect((await entries('PASSKEY_RENAMED')).length).toBe(1)
    expect(problem(await rename(' '))).toMatchObject({ code: 'INVALID_REQUEST' })
  })
})

describe('confirming', () => {
  const confirm = (visitor: Visitor, answer: string) =>
    visitor.call('POST', '/user/confirm-identity', { pin: answer })
  const ticketOf = (answer: Answer) => (answer.body as { pin: string }).pin

  test('a passkey gives a ticket, which confirms once, in its session, within five minutes [V7.5.1]', async () => {
    const { device } = await addPasskey(here)
    const [visitor, other] = [byName(await people.visit(boss)), byName(await people.visit(boss))]
    const answer = await confirmWith(visitor, device)
    expect(answer.body).toEqual({ pin: expect.stringMatching(/^kct_[\w-]{43}$/), expires_in: 300 })
    const ticket = ticketOf(answer)
    const kept = await console.kho.services.db.selectFrom('confirmation_tickets').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(ticket)
    expect(codeOf(await confirm(other, ticket))).toBe('PIN_INCORRECT')
    expect(codeOf(await confirm(visitor, ticket))).toBe(200)
    expect(codeOf(await request(visitor, 'listAccessKeys'))).toBe(200)
    expect(codeOf(await confirm(visitor, ticket))).toBe('PIN_INCORRECT')
    const late = ticketOf(await confirmWith(visitor, device))
    console.clock.now += 300_000
    expect(codeOf(await confirm(visitor, late))).toBe('PIN_INCORRECT')
    expect((await entries('IDENTITY_REFUSED')).length).toBe(3)
  })

  test('it takes the place of a PIN that is not set, of a code, and of the PIN in a request', async () => {
    const { db } = console.kho.services
    const { device } = await addPasskey(here)
    await db.updateTable('users').set({ pin_hash: null }).where('id', '=', boss.id).execute()
    expect(codeOf(await confirm(here, pin))).toBe('PIN_REQUIRED')
    expect(codeOf(await confirm(here, ticketOf(await confirmWith(here, device))))).toBe(200)
    await switchTwoStepOn(console, here)
    const body = { method: 'two-step', pin: ticketOf(await confirmWith(here, device)) }
    expect(codeOf(await here.call('PUT', '/user/change-method-pin', body))).toBe(204)
    expect(codeOf(await confirm(here, ticketOf(await confirmWith(here, device))))).toBe(200)
  })

  test('of requests at once with one ticket, one is confirmed [V2.3.4]', async () => {
    const { device } = await addPasskey(here)
    const ticket = ticketOf(await confirmWith(here, device))
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(here, ticket)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  test('another PIN, and a removed passkey, end the ticket', async () => {
    const { device } = await addPasskey(here)
    const { passkey } = await addPasskey(here, 'Khác')
    const first = ticketOf(await confirmWith(here, device))
    expect((await here.call('PUT', '/user/change-pin', { pin, new_pin: '1470' })).status).toBe(204)
    expect(codeOf(await confirm(here, first))).toBe('PIN_INCORRECT')
    expect(codeOf(await confirm(here, '1470'))).toBe(200)
    const second = ticketOf(await confirmWith(here, device))
    expect((await remove(here, passkey)).status).toBe(204)
    expect(codeOf(await confirm(here, second))).toBe('PIN_INCORRECT')
  })

  test('a wrong answer is refused and recorded; after ten, even a right one is', async () => {
    const { device } = await addPasskey(here)
    const other = await visit(await people.owner('khac'))
    const { device: theirs } = await addPasskey(other)
    expect(codeOf(await confirmWith(here, theirs))).toBe('PASSKEY_UNKNOWN')
    const used = await beginConfirmation(here)
    const send = () =>
      here.call('POST', '/user/confirm-identity/passkey', device.get(used, { origin: here.url }))
    expect(codeOf(await send())).toBe(200)
    expect(codeOf(await send())).toBe('PASSKEY_TIMED_OUT')
    expect(codeOf(await confirmWith(here, device, { counter: 1 }))).toBe('PASSKEY_CLONED')
    const wrong = { origin: 'https://evil.example' }
    for (let i = 0; i < 7; i++) expect(codeOf(await confirmWith(here, device, wrong))).toBe('PASSKEY_INVALID')
    expect(codeOf(await confirmWith(here, device))).toBe('TOO_MANY_REQUESTS')
    expect((await entries('IDENTITY_REFUSED')).map(({ detail }) => detail)).toEqual([
      ...['PASSKEY_UNKNOWN', 'PASSKEY_TIMED_OUT', 'PASSKEY_CLONED'],
      ...Array(7).fill('PASSKEY_INVALID'),
      'TOO_MANY_REQUESTS',
    ])
  })

  test('who has no passkey has nothing to confirm with', async () => {
    const answer = await here.call('POST', '/user/confirm-identity/passkey/begin')
    expect(problem(answer)).toEqual({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('where the account requires two-step verification', () => {
  test('a passkey counts: its user is not asked to set up, or adds one there, and the password alone does not sign in [V6.3.3]', async () => {
    const staff = await people.subUser(boss, 'nhan-vien', 'read')
    const bare = await people.subUser(boss, 'tay-khong', 'read')
    const [staffs, bares] = [await visit(staff), await visit(bare)]
    const { device } = await addPasskey(staffs)
    expect(problem(await require(here, true))).toMatchObject({ code: 'TWO_STEP_REQUIRED' })
    await addPasskey(here)
    expect((await require(here, true)).status).toBe(204)

    expect((await staffs.call('GET', '/user')).body).toMatchObject({ require_two_step: false })
    expect(codeOf(await bares.call('GET', '/user'))).toBe('UNAUTHORIZED')
    expect(problem(await signInAs(staff))).toEqual({ status: 403, code: 'PASSKEY_REQUIRED' })
    expect((await entries('SIGN_IN_FAILED')).map(({ detail }) => detail)).toEqual(['PASSKEY_REQUIRED'])
    const next = browser()
    expect(codeOf(await signInWith(next, device))).toBe(200)
    expect(codeOf(await request(next, 'listBuckets'))).toBe(200)
    await signInAs(bare, bares)
    expect(codeOf(await request(bares, 'listBuckets'))).toBe('TWO_STEP_SET_UP_REQUIRED')

    expect(codeOf(await bares.call('POST', '/user/confirm-identity', { pin }))).toBe(200)
    await addPasskey(bares)
    expect((await bares.call('GET', '/user')).body).toMatchObject({ require_two_step: false })
    expect(codeOf(await request(bares, 'listBuckets'))).toBe(200)
  })

  test('the last passkey stays while two-step verification is off, which goes off while a passkey is there', async () => {
    const { passkey } = await addPasskey(here)
    expect((await require(here, true)).status).toBe(204)
    expect(problem(await remove(here, passkey))).toEqual({ status: 409, code: 'TWO_STEP_ENFORCED' })
    expect((await list(here)).length).toBe(1)
    const app = await switchTwoStepOn(console, here)
    const end = () => here.call('DELETE', '/user/two-step-verification', { code: app.next() })
    expect((await end()).status).toBe(204)
    const again = await switchTwoStepOn(console, here)
    expect(codeOf(await here.call('POST', '/user/confirm-identity', { pin }))).toBe(200)
    expect((await remove(here, passkey)).status).toBe(204)
    const code = again.next()
    expect(codeOf(await here.call('DELETE', '/user/two-step-verification', { code }))).toBe(
      'TWO_STEP_ENFORCED',
    )
  })
})

describe('a reset', () => {
  test('by an owner takes passkeys with two-step verification, and leaves them with the password [V6.4.3]', async () => {
    const staff = await people.subUser(boss, 'nhan-vien', 'read')
    const { device } = await addPasskey(await visit(staff))
    const reset = (parts: string[]) => request(here, 'resetSubUser', { body: { id: staff.id, parts } })
    const listed = async () => ((await request(here, 'listSubUsers')).body as { users: SubUser[] }).users
    expect(await listed()).toMatchObject([{ two_step: false, passkeys: 1, sso: false }])
    expect(codeOf(await reset(['password', 'pin']))).toBe(200)
    expect(codeOf(await signInWith(browser(), device))).toBe(200)
    expect(codeOf(await reset(['two-step']))).toBe(200)
    expect(await listed()).toMatchObject([{ two_step: false, passkeys: 0, sso: false }])
    expect(codeOf(await signInWith(browser(), device))).toBe('PASSKEY_UNKNOWN')
  })

  test('of the owner to another person takes them', async () => {
    const { device } = await addPasskey(here)
    const admin = await visit(await people.superAdmin())
    const body = { id: boss.accountId, owner_email: 'moi@example.com', invite: false }
    expect(codeOf(await request(admin, 'replaceOwner', { body }))).toBe(200)
    expect(codeOf(await signInWith(browser(), device))).toBe('PASSKEY_UNKNOWN')
  })

  test('of a changed email takes those that were added since, and no earlier ones', async () => {
    const { device: early } = await addPasskey(here, 'Sớm')
    console.clock.now += 10_000
    await request(here, 'requestEmailChange', { body: { email: 'cua-ke-gian@example.com' } })
    await console.kho.services.mails.run()
    const token = tokenIn(await mail.next('cua-ke-gian@example.com'), 'confirm-email')
    expect((await request(browser(), 'changeEmail', { body: { token, password } })).status).toBe(204)
    const { device: late } = await addPasskey(here, 'Muộn')
    await console.kho.services.mails.run()
    const undo = tokenIn(await mail.next(boss.email), 'undo-email')
    const body = { token: undo, new_password: 'Ao-ca#2026-Dong' }
    expect(codeOf(await request(browser(), 'undoEmailChange', { body }))).toBe(200)
    expect(codeOf(await signInWith(browser(), late))).toBe('PASSKEY_UNKNOWN')
    expect(codeOf(await signInWith(browser(), early))).toBe(200)
    expect((await entries('PASSKEY_REMOVED')).map(({ target }) => target)).toEqual(['Muộn'])
  })
})

describe('the address of the console', () => {
  test.each([
    ['kho.example.com', true, null],
    ['localhost', false, null],
    ['kho.localhost', false, null],
    ['kho.example.com', false, 'http'],
    ['127.0.0.1', false, 'ip-address'],
    ['203.0.113.7', true, 'ip-address'],
    ['[::1]', true, 'ip-address'],
  ] as const)('%s (https: %s): %s', (hostname, secure, obstacle) => {
    expect(passkeyObstacle({ hostname, secure })).toBe(obstacle)
  })

  test('KHO_PUBLIC_URL names the origin, whatever the request says', async () => {
    const own = await ownConsole({ KHO_PUBLIC_URL: 'https://kho.example.com' })
    const visitor = byName(own.visitor())
    visitor.headers = { origin: 'https://kho.example.com' }
    expect(await beginSignIn(visitor)).toMatchObject({ rpId: 'kho.example.com' })
  })

  test('at a bare address there are none, and the list says why', async () => {
    const visitor = await people.visit(boss, { confirmed: true })
    expect((await visitor.call('GET', '/user/passkeys')).body).toEqual({
      passkeys: [],
      obstacle: 'ip-address',
    })
    const none = { status: 409, code: 'PASSKEYS_UNAVAILABLE' }
    for (const id of ['beginPasskeySignIn', 'signInByPasskey', 'beginPasskeyConfirmation'])
      expect(problem(await request(visitor, id))).toEqual(none)
    for (const id of ['confirmByPasskey', 'beginPasskey', 'addPasskey'])
      expect(problem(await request(visitor, id))).toEqual(none)
    expect((await here.call('GET', '/user/passkeys')).body).toEqual({ passkeys: [], obstacle: null })
  })
})
