import { expect, test } from 'vitest'
import { mailCodeIn, resetLinkIn } from '../support/mail.ts'
import { told } from './support/audit.ts'
import { owner, type Visitor } from './support/console.ts'
import { addSubUser } from './support/people.ts'
import { challengeOf, switchTwoStepOn, verify } from './support/two-step.ts'
import { restoredConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url }))

const pin = '2580'
const me = owner.username

/** What was recorded since the last look: action, who, to what, how. */
async function recorded(): Promise<string[][]> {
  const { db } = console.kho.services
  const rows = await db.selectFrom('audit').selectAll().orderBy('id').execute()
  await db.deleteFrom('audit').execute()
  console.clock.now += 1
  return rows.map(told).map(row => [row.action, row.user, row.target, row.detail])
}

/** A visitor whose session is not in the records to come. */
async function signedIn(): Promise<Visitor> {
  const visitor = await console.signedIn()
  await recorded()
  return visitor
}

test('a record says when, whose account, from which address, browser and system [V16.2.1]', async () => {
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
  const form = new URLSearchParams({ ...owner, scope: '' })
  await console.visitor().call('POST', '/auth/login', form, { 'user-agent': agent })
  const { db } = console.kho.services
  const account = await db.selectFrom('accounts').select(['id', 'name']).executeTakeFirstOrThrow()
  expect(await db.selectFrom('audit').selectAll().execute()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{28}$/),
      at: Math.floor(console.clock.now / 1000),
      account_id: account.id,
      account: account.name,
      user: me,
      action: 'SIGN_IN',
      target: '',
      detail: '',
      data: null,
      address: '127.0.0.1',
      device: 'Chrome 142, Linux',
    },
  ])
})

test('signing in, failing to, and signing out [V16.3.1]', async () => {
  const visitor = console.visitor()
  await visitor.signIn({ ...owner, password: 'wrong' })
  await visitor.signIn({ username: 'Nobody@example.com', password: 'wrong' })
  await visitor.signIn(owner)
  await visitor.call('POST', '/auth/logout')
  expect(await recorded()).toEqual([
    ['SIGN_IN_FAILED', me, '', 'INVALID_CREDENTIALS'],
    ['SIGN_IN_FAILED', 'nobody@example.com', '', 'INVALID_CREDENTIALS'],
    ['SIGN_IN', me, '', ''],
    ['SIGN_OUT', me, '', ''],
  ])
  await console.kho.services.db.updateTable('accounts').set({ suspended: 1 }).execute()
  await visitor.signIn(owner)
  expect(await recorded()).toEqual([['SIGN_IN_FAILED', me, '', 'ACCOUNT_SUSPENDED']])
})

test('the first of the attempts that a limit refuses, as what failed [V16.3.3]', async () => {
  const wrong = { ...owner, password: 'wrong' }
  const refused = async (attempt: () => Promise<unknown>) => {
    await recorded()
    for (let i = 0; i < 13; i++) await attempt()
    return (await recorded()).slice(9)
  }
  const visitor = await signedIn()
  await visitor.call('PUT', '/user/init-pin', { pin })
  expect(await refused(() => console.visitor().signIn(wrong))).toEqual([
    ['SIGN_IN_FAILED', me, '', 'INVALID_CREDENTIALS'],
    ['SIGN_IN_FAILED', me, '', 'TOO_MANY_REQUESTS'],
  ])
  expect(await refused(() => console.visitor().signIn({ ...wrong, username: 'nobody@example.com' }))).toEqual(
    [
      ['SIGN_IN_FAILED', 'nobody@example.com', '', 'INVALID_CREDENTIALS'],
      ['SIGN_IN_FAILED', 'nobody@example.com', '', 'TOO_MANY_REQUESTS'],
    ],
  )
  const bucket = { bucket: 'anh-gia-dinh', pin: '0000', confirm: true }
  expect(await refused(() => visitor.call('DELETE', '/bucket', bucket))).toEqual([
    ['IDENTITY_REFUSED', me, 'anh-gia-dinh', ''],
    ['IDENTITY_REFUSED', me, 'anh-gia-dinh', 'TOO_MANY_REQUESTS'],
  ])
  expect(await refused(() => visitor.call('PUT', '/user/change-pin', { pin, new_pin: '1470' }))).toEqual([])
  const change = { current_password: 'wrong', new_password: 'Mat-khau-khac-5' }
  expect(await refused(() => visitor.call('PUT', '/user/change-password', change))).toEqual([
    ['PASSWORD_CHANGE_FAILED', me, '', 'CURRENT_PASSWORD_INCORRECT'],
    ['PASSWORD_CHANGE_FAILED', me, '', 'TOO_MANY_REQUESTS'],
  ])
  console.clock.now += 900_000
  await visitor.refresh()
  expect(await refused(() => console.visitor().signIn(wrong))).toHaveLength(2)
})

test('when a user signed in last is kept', async () => {
  const at = () => console.kho.services.db.selectFrom('users').select('last_sign_in_at').executeTakeFirst()
  await console.visitor().signIn({ ...owner, password: 'wrong' })
  expect(await at()).toEqual({ last_sign_in_at: null })
  await console.signedIn()
  expect(await at()).toEqual({ last_sign_in_at: Math.floor(console.clock.now / 1000) })
})

test('a refresh token that is used again [V16.3.3]', async () => {
  const visitor = await signedIn()
  const thief = visitor.copy()
  await visitor.refresh()
  await thief.refresh()
  await thief.refresh()
  expect(await recorded()).toEqual([['TOKEN_REUSED', me, '', '']])
})

test('what is not permitted, once a minute for each operation [V16.3.2]', async () => {
  const subUser = await addSubUser(console, 'read')
  const visitor = console.visitor()
  await visitor.signIn(subUser)
  await recorded()
  for (let i = 0; i < 3; i++) await visitor.call('GET', '/user/list')
  await visitor.call('GET', '/audit')
  console.clock.now += 60_000
  await visitor.call('GET', '/user/list')
  expect(await recorded()).toEqual([
    ['PERMISSION_REFUSED', subUser.username, 'listAccounts', ''],
    ['PERMISSION_REFUSED', subUser.username, 'listAudit', ''],
    ['PERMISSION_REFUSED', subUser.username, 'listAccounts', ''],
  ])
})

test('passwords that are changed and reset', async () => {
  const visitor = await signedIn()
  const change = { current_password: owner.password, new_password: 'Vuon-tao#2' }
  await visitor.call('PUT', '/user/change-password', { ...change, current_password: 'wrong' })
  await visitor.call('PUT', '/user/change-password', change)
  await visitor.call('POST', '/user/request-reset-password', { email: 'nobody@example.com' })
  await console.kho.services.mails.run()
  await visitor.call('POST', '/user/request-reset-password', { email: me })
  const token = new URL(resetLinkIn(await mail.next(me))).hash.slice(1)
  await visitor.call('PUT', '/user/reset-password', { token, new_password: 'Vuon-tao#3' })
  expect((await recorded()).toSorted()).toEqual(
    [
      ['PASSWORD_CHANGE_FAILED', me, '', 'CURRENT_PASSWORD_INCORRECT'],
      ['PASSWORD_CHANGED', me, '', ''],
      ['PASSWORD_RESET_REQUESTED', 'nobody@example.com', '', ''],
      ['PASSWORD_RESET_REQUESTED', me, '', ''],
      ['PASSWORD_RESET', me, '', ''],
    ].toSorted(),
  )
})

test('pins that are set, changed, confirmed with and reset', async () => {
  const visitor = await signedIn()
  await visitor.call('PUT', '/user/init-pin', { pin })
  expect(await recorded()).toEqual([['PIN_SET', me, '', '']])
  await visitor.call('PUT', '/user/change-pin', { pin: '0000', new_pin: '1470' })
  expect(await recorded()).toEqual([['PIN_CHANGE_FAILED', me, '', 'PIN_MISMATCH']])
  await visitor.call('PUT', '/user/change-pin', { pin, new_pin: '1470' })
  expect(await recorded()).toEqual([['PIN_CHANGED', me, '', '']])
  await visitor.call('POST', '/user/confirm-identity', { pin })
  await visitor.call('DELETE', '/bucket', { bucket: 'anh-gia-dinh', pin, confirm: true })
  expect((await recorded()).toSorted()).toEqual([
    ['IDENTITY_REFUSED', me, '', ''],
    ['IDENTITY_REFUSED', me, 'anh-gia-dinh', ''],
  ])
  await visitor.call('POST', '/user/confirm-identity', { pin: '1470' })
  expect(await recorded()).toEqual([['IDENTITY_CONFIRMED', me, '', '']])
  await visitor.call('PUT', '/user/reset-pin', { code: '000000', new_pin: '3690' })
  expect(await recorded()).toEqual([['PIN_RESET_FAILED', me, '', 'MAIL_CODE_EXPIRED']])
  await visitor.call('POST', '/user/request-reset-pin')
  expect(await recorded()).toEqual([['PIN_RESET_REQUESTED', me, '', '']])
  const code = mailCodeIn(await mail.next(me))
  await visitor.call('PUT', '/user/reset-pin', { code, new_pin: '3690' })
  expect(await recorded()).toEqual([['PIN_RESET', me, '', '']])
})

test('two-step verification, its codes, and what confirms [V16.3.1]', async () => {
  const visitor = await signedIn()
  await visitor.call('PUT', '/user/init-pin', { pin })
  await visitor.call('PUT', '/user/two-step-verification', { password: 'wrong' })
  await recorded()
  const app = await switchTwoStepOn(console, visitor)
  expect(await recorded()).toEqual([['TWO_STEP_ON', me, '', '']])
  await visitor.call('PUT', '/user/change-method-pin', { method: 'two-step', pin })
  expect(await recorded()).toEqual([['CONFIRMATION_METHOD_CHANGED', me, '', 'pin → two-step']])
  const challenge = await challengeOf(console.visitor(), owner)
  expect(await recorded()).toEqual([['SIGN_IN_BEGUN', me, '', '']])
  await verify(console.visitor(), challenge, 'zzzzz-00000')
  expect(await recorded()).toEqual([['TWO_STEP_FAILED', me, '', 'sign-in']])
  await verify(console.visitor(), challenge, app.code())
  expect(await recorded()).toEqual([['SIGN_IN', me, '', 'two-step']])
  await verify(console.visitor(), await challengeOf(console.visitor(), owner), app.recoveryCodes[0]!)
  expect((await recorded()).toSorted()).toEqual([
    ['RECOVERY_CODE_USED', me, '', 'sign-in'],
    ['SIGN_IN', me, '', 'two-step'],
    ['SIGN_IN_BEGUN', me, '', ''],
  ])
  await visitor.call('POST', '/user/recovery-codes', { code: app.next() })
  expect(await recorded()).toEqual([['RECOVERY_CODES_RENEWED', me, '', '']])
  await visitor.call('DELETE', '/user/two-step-verification', { code: app.next() })
  expect(await recorded()).toEqual([['TWO_STEP_OFF', me, '', '']])
})

test('sessions that are ended', async () => {
  const visitor = await signedIn()
  const ids = async () => {
    const { body } = await visitor.call('GET', '/user/sessions')
    return (body as { sessions: { id: string; current: boolean }[] }).sessions.filter(each => !each.current)
  }
  await console.signedIn()
  await recorded()
  const confirmed_until = Math.floor(console.clock.now / 1000) + 300
  await console.kho.services.db.updateTable('sessions').set({ confirmed_until }).execute()
  await visitor.call('DELETE', '/user/sessions', { id: (await ids())[0]?.id })
  expect(await recorded()).toEqual([['SESSION_ENDED', me, '127.0.0.1', '']])
  await console.signedIn()
  await console.signedIn()
  await recorded()
  await visitor.call('POST', '/user/end-other-sessions')
  await visitor.call('POST', '/user/end-other-sessions')
  expect(await recorded()).toEqual([['SESSION_ENDED', me, '', '2']])
  await visitor.signIn(owner)
  expect((await recorded()).toSorted()).toEqual([
    ['SESSION_ENDED', me, '127.0.0.1', ''],
    ['SIGN_IN', me, '', ''],
  ])
})

test('no record has a secret in it [V16.2.5]', async () => {
  const visitor = await console.signedIn()
  await visitor.call('PUT', '/user/init-pin', { pin })
  const app = await switchTwoStepOn(console, visitor)
  const wrong = 'My-Other-Password-1'
  await visitor.signIn({ ...owner, password: wrong })
  await visitor.call('POST', '/user/confirm-identity', { pin: 'my other pin' })
  const records = JSON.stringify(await recorded())
  for (const secret of [owner.password, wrong, pin, 'my other pin', app.secret, ...app.recoveryCodes]) {
    expect(records).not.toContain(secret)
  }
})
