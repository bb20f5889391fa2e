import { beforeEach, describe, expect, test } from 'vitest'
import type { Account, SubUser } from '../../openapi/schema.ts'
import { tokenIn } from '../support/mail.ts'
import { owner, problem, type Visitor } from './support/console.ts'
import { restoredConsole, sharedMail } from './support/with-console.ts'

const day = 86_400_000
const invalid = { status: 400, code: 'INVALID_TOKEN' }
const binh = {
  ...{ fullName: 'Trần Thị Bình', email: 'binh@example.com', permission: 'read', phone: '', expire_date: 0 },
}
const customer = {
  ...{ name: 'Kho Hàng Việt', contract_code: '', site: 'us-east-1', quota: null, expire_date: 0 },
  ...{ enable_bucket_notification: false, owner_name: 'Nguyễn Văn An', owner_email: 'an@example.com' },
}

const mail = sharedMail()
const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url }))
let boss: Visitor
beforeEach(async () => {
  boss = await console.signedIn()
})

/** The invitation that comes next to this address. */
async function invitation(to: string) {
  await console.kho.services.mails.run()
  const received = await mail.next(to)
  return { ...received, token: tokenIn(received, 'invitation') }
}
const check = (token: string) => console.visitor().call('POST', '/user/check-reset-password', { token })
const accept = (token: string, password = 'Vuon-tao#2') =>
  console.visitor().call('PUT', '/user/reset-password', { token, new_password: password })
async function subUser(): Promise<SubUser> {
  const { users } = (await boss.call('GET', '/user-management')).body as { users: SubUser[] }
  return users[0]!
}
const inviteAgain = (id: string) => boss.call('POST', '/user-management/invite', { id })
/** The owner confirms with a PIN, which lasts for five minutes. */
async function confirm(): Promise<void> {
  await boss.call('PUT', '/user/init-pin', { pin: '2580' })
  expect((await boss.call('POST', '/user/confirm-identity', { pin: '2580' })).status).toBe(200)
}
const seconds = () => Math.floor(console.clock.now / 1000)

describe('a sub-user without a password', () => {
  test('gets a link that works once, sets the password and signs in with it [V6.4.1]', async () => {
    const made = await boss.call('POST', '/user-management', binh)
    expect([made.status, made.body]).toMatchObject([201, { invited_until: seconds() + (7 * day) / 1000 }])
    const { subject, text, html, token } = await invitation(binh.email)
    expect(subject).toBe('Lời mời sử dụng Kho')
    expect(text).toContain(`\n\nTài khoản: owner\n\n`)
    // The token is in the fragment, which is sent to no server and so is in no log.
    expect(html).toContain(`href="${console.url}/invitation#${token}/${encodeURIComponent(binh.email)}"`)
    const { db } = console.kho.services
    const rows = await db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await check(token)).status).toBe(204)
    expect(problem(await accept(token, 'short')).code).toBe('INVALID_REQUEST')
    const browser = console.visitor()
    const set = await browser.call('PUT', '/user/reset-password', { token, new_password: 'Vuon-tao#2' })
    expect(set.status).toBe(204)
    expect(await subUser()).toMatchObject({ invited_until: null, last_sign_in_at: null })
    expect([problem(await check(token)), problem(await accept(token))]).toEqual([invalid, invalid])
    const signedIn = await browser.signIn({ username: binh.email, password: 'Vuon-tao#2' })
    expect(signedIn.body).toMatchObject({ user: { require_change_pass: false, pin_exists: false } })
    await console.kho.services.mails.run()
    expect(mail.notices()).toEqual([])
    const acts = await db
      .selectFrom('audit')
      .select(['action', 'user', 'target'])
      .where('action', 'in', ['SUB_USER_CREATED', 'INVITATION_ACCEPTED'])
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { action: 'SUB_USER_CREATED', user: owner.username, target: binh.email },
      { action: 'INVITATION_ACCEPTED', user: binh.email, target: '' },
    ])
  })

  test('cannot sign in before; after seven days the link is over, and another one is sent', async () => {
    const { id } = (await boss.call('POST', '/user/', binh)).body as SubUser
    const first = await invitation(binh.email)
    const guess = await console.visitor().signIn({ username: binh.email, password: 'Vuon-tao#2' })
    expect(problem(guess).code).toBe('INVALID_CREDENTIALS')
    console.clock.now += 7 * day
    expect(problem(await accept(first.token))).toEqual(invalid)
    boss = await console.signedIn()
    // The list says that it is over.
    expect((await subUser()).invited_until).toBe(seconds())
    expect((await inviteAgain(id)).status).toBe(204)
    const second = await invitation(binh.email)
    expect((await inviteAgain(id)).status).toBe(204)
    const third = await invitation(binh.email)
    expect(problem(await accept(second.token))).toEqual(invalid)
    expect((await accept(third.token)).status).toBe(204)
    expect(problem(await inviteAgain(id))).toEqual({ status: 409, code: 'ALREADY_JOINED' })
  })

  test('has no link any more once deleted, or given a password in another way', async () => {
    const { id } = (await boss.call('POST', '/user-management', binh)).body as SubUser
    const deleted = await invitation(binh.email)
    expect((await boss.call('DELETE', '/user-management', { id })).status).toBe(204)
    expect(problem(await accept(deleted.token))).toEqual(invalid)
    expect(problem(await inviteAgain(id))).toEqual({ status: 404, code: 'USER_NOT_FOUND' })

    await boss.call('POST', '/user-management', binh)
    const { token } = await invitation(binh.email)
    await console.visitor().call('POST', '/user/request-reset-password', { email: binh.email })
    await console.kho.services.mails.run()
    const reset = tokenIn(await mail.next(binh.email), 'reset-password')
    expect((await check(token)).status).toBe(204)
    expect((await accept(reset)).status).toBe(204)
    expect(problem(await accept(token))).toEqual(invalid)
    expect((await subUser()).invited_until).toBeNull()
  })

  test('gets a mail that waits only while its link counts, and five an hour', async () => {
    mail.refuse(true)
    const { id } = (await boss.call('POST', '/user-management', binh)).body as SubUser
    await console.kho.services.mails.run()
    for (let time = 0; time < 5; time++) expect((await inviteAgain(id)).status).toBe(204)
    expect(problem(await inviteAgain(id))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    mail.refuse(false)
    console.clock.now += 60_000
    await console.kho.services.mails.run()
    expect(mail.mails()).toHaveLength(1)
    expect((await accept((await invitation(binh.email)).token)).status).toBe(204)
  })
})

test('a password by hand still makes no invitation', async () => {
  const made = await boss.call('POST', '/user-management', { ...binh, password: 'Vuon-tao#2' })
  expect(made.body).toMatchObject({ invited_until: null })
  await console.kho.services.mails.run()
  expect(mail.mails()).toEqual([])
})

test('the owner of a new account is invited alike', async () => {
  const made = (await boss.call('POST', '/user/create', customer)).body as Account
  expect(made.owner_invited_until).toBe(seconds() + (7 * day) / 1000)
  expect((await invitation('an@example.com')).text).toContain('\n\nTài khoản: Kho Hàng Việt\n\n')
  const again = () => boss.call('POST', '/user/account/invite', { id: made.id })
  expect((await again()).status).toBe(204)
  expect((await accept((await invitation('an@example.com')).token)).status).toBe(204)
  expect(problem(await again())).toEqual({ status: 409, code: 'ALREADY_JOINED' })
  for (let time = 0; time < 3; time++) await again()
  expect(problem(await again()).code).toBe('TOO_MANY_REQUESTS')
  const unknown = { id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11' }
  expect(problem(await boss.call('POST', '/user/account/invite', unknown)).code).toBe('USER_NOT_FOUND')
})

test('another owner of an account is invited in place of the old one', async () => {
  const { id } = (await boss.call('POST', '/user/create', { ...customer, password: 'Vuon-tao#2' }))
    .body as Account
  await confirm()
  const next = { id, owner_name: 'Trần Bình', owner_email: 'moi@example.com', invite: true }
  const replaced = await boss.call('PUT', '/user/account/owner', next)
  expect([replaced.status, replaced.body]).toEqual([200, { password: null }])
  const { text, token } = await invitation('moi@example.com')
  expect(text).toContain('\n\nTài khoản: Kho Hàng Việt\n\n')
  expect((await mail.next('an@example.com')).subject).toBe('Tài khoản Kho của bạn đã có chủ mới')
  expect(mail.mails()).toHaveLength(2)
  expect((await accept(token, 'Vuon-tao#9')).status).toBe(204)
  const signedIn = await console.visitor().signIn({ username: 'moi@example.com', password: 'Vuon-tao#9' })
  expect(signedIn.body).toMatchObject({ user: { is_admin: true, require_change_pass: false } })
})

test('without a trusted address for the link nobody is invited, nor made', async () => {
  const made = (await boss.call('POST', '/user-management', { ...binh, password: 'Vuon-tao#2' }))
    .body as SubUser
  const account = (await boss.call('POST', '/user/create', { ...customer, password: 'Vuon-tao#2' }))
    .body as Account
  console.kho.services.linkOrigin = () => null
  const failed = { status: 503, code: 'MAIL_FAILED' }
  const email = 'chi@example.com'
  for (const [path, body] of [
    ['/user-management', { ...binh, email }],
    ['/user-management/invite', { id: made.id }],
    ['/user/create', { ...customer, owner_email: email }],
    ['/user/account/invite', { id: account.id }],
    ['/user/notification-groups', { name: 'Kế toán', emails: [email] }],
  ] as const)
    expect([path, problem(await boss.call('POST', path, body))]).toMatchObject([path, failed])
  await confirm()
  const next = { id: account.id, owner_name: 'Trần Bình', owner_email: email, invite: true }
  expect(problem(await boss.call('PUT', '/user/account/owner', next))).toMatchObject(failed)
  const { db } = console.kho.services
  expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
  expect(await db.selectFrom('invitations').selectAll().execute()).toEqual([])
})
