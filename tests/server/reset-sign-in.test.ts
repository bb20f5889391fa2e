import { expect, test } from 'vitest'
import { told } from './support/audit.ts'
import { problem } from './support/console.ts'
import { makePeople, type Person, password } from './support/people.ts'
import { request } from './support/requests.ts'
import { switchTwoStepOn } from './support/two-step.ts'
import { shared, sharedConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = sharedConsole(() => ({ KHO_SMTP_URL: mail.url }))
const people = shared(() => makePeople(console))

const all = ['password', 'pin', 'two-step']
const notFound = { status: 404, code: 'USER_NOT_FOUND' }

async function stateOf({ id }: Person) {
  const { db } = console.kho.services
  const columns = ['password_hash', 'require_change_pass', 'pin_hash', 'two_step', 'two_step_secret'] as const
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

async function mailTo({ email }: Person) {
  await console.kho.services.mails.run()
  return mail.next(email)
}

const resets = [
  [
    'an owner',
    'a sub-user',
    async () => {
      const boss = await people.owner('chu')
      const target = await people.subUser(boss, 'phu', 'read')
      return { boss, target, id: target.id, operation: 'resetSubUser' }
    },
    'Chủ tài khoản Kho của bạn đã đặt lại các mục sau cho bạn:',
  ],
  [
    'the super admin',
    'an owner',
    async () => {
      const target = await people.owner('khach')
      return { boss: await people.superAdmin(), target, id: target.accountId, operation: 'resetOwner' }
    },
    'Quản trị viên dịch vụ đã đặt lại các mục sau cho tài khoản Kho của bạn:',
  ],
] as const

test.each(resets)(
  '%s lets %s who lost everything in again [V6.4.4, V7.4.5]',
  async (_who, _whom, make, why) => {
    const { boss, target, id, operation } = await make()
    const visitor = await people.visit(target)
    await switchTwoStepOn(console, visitor)
    const bosses = await people.visit(boss, { confirmed: true })
    const reset = await request(bosses, operation, { body: { id, parts: all } })
    expect(reset.status).toBe(200)
    expect(problem(await visitor.call('GET', '/user')).code).toBe('UNAUTHORIZED')
    expect(problem(await visitor.refresh()).code).toBe('UNAUTHORIZED')
    expect((await bosses.call('GET', '/user')).status).toBe(200)
    expect(problem(await console.visitor().signIn({ username: target.email, password })).code).toBe(
      'INVALID_CREDENTIALS',
    )
    const temporary = (reset.body as { password: string }).password
    const again = await console.visitor().signIn({ username: target.email, password: temporary })
    expect(again.body).toMatchObject({ user: { require_change_pass: true, pin_exists: false } })
    expect(await stateOf(target)).toMatchObject({ pin_hash: null, two_step: 0, two_step_secret: null })
    const { subject, text } = await mailTo(target)
    expect(subject).toBe('Thông tin đăng nhập Kho của bạn đã được đặt lại')
    expect(text).toContain(why)
    expect(text).toContain('Mật khẩu\nMã PIN\nXác thực hai bước')
    expect(text).not.toContain(temporary)
    const acts = await console.kho.services.db
      .selectFrom('audit')
      .select(['user', 'data'])
      .where('action', '=', 'SIGN_IN_RESET')
      .where('target', '=', target.email)
      .execute()
    expect(acts.map(told)).toEqual([{ user: boss.email, detail: 'password, pin, two-step' }])
  },
)

test('what is not named stays; the mail is in the language of the one who gets it', async () => {
  const boss = await people.owner('mot-phan')
  const target = await people.subUser(boss, 'mot-phan-phu', 'read')
  const english = console.visitor()
  english.cookie = 'NEXT_LOCALE=en'
  await english.signIn({ username: target.email, password })
  const before = await stateOf(target)
  const body = { id: target.id, parts: ['pin'] }
  const reset = await request(await people.visit(boss, { confirmed: true }), 'resetSubUser', { body })
  expect(reset.body).toEqual({ password: null })
  expect(await stateOf(target)).toEqual({ ...before, pin_hash: null })
  expect(problem(await english.call('GET', '/user')).code).toBe('UNAUTHORIZED')
  const { text } = await mailTo(target)
  expect(text).toContain('The owner of your Kho account reset this for you:\n\nPIN\n\nYou are signed out')
})

test('an owner resets no one but their sub-users, the super admin no one but owners, and nobody themselves', async () => {
  const boss = await people.owner('rieng')
  const other = await people.owner('khac')
  const others = await people.subUser(other, 'khac-phu', 'full-control')
  const own = await people.subUser(boss, 'rieng-phu', 'full-control')
  const admin = await people.superAdmin()
  const denied: [Person, 'resetSubUser' | 'resetOwner', string, object][] = [
    [boss, 'resetSubUser', others.id, notFound],
    [boss, 'resetSubUser', other.id, notFound],
    [boss, 'resetSubUser', boss.id, notFound],
    [boss, 'resetSubUser', admin.id, notFound],
    [boss, 'resetOwner', other.accountId, { status: 403, code: 'PERMISSION_DENIED' }],
    [own, 'resetSubUser', own.id, { status: 403, code: 'PERMISSION_DENIED' }],
    [admin, 'resetSubUser', own.id, notFound],
    [admin, 'resetSubUser', boss.id, notFound],
    [admin, 'resetSubUser', admin.id, notFound],
    [admin, 'resetOwner', admin.accountId, notFound],
    [admin, 'resetOwner', own.id, notFound],
  ]
  const everybody = [boss, other, others, own, admin]
  const before = await Promise.all(everybody.map(stateOf))
  for (const [person, operation, id, refusal] of denied) {
    const visitor = await people.visit(person, { confirmed: true })
    const answer = await request(visitor, operation, { body: { id, parts: all } })
    expect([person.email, operation, id, problem(answer)]).toEqual([person.email, operation, id, refusal])
  }
  const unconfirmed = await people.visit(boss)
  const answer = await request(unconfirmed, 'resetSubUser', { body: { id: own.id, parts: all } })
  expect(problem(answer)).toEqual({ status: 403, code: 'CONFIRMATION_REQUIRED' })
  expect(await Promise.all(everybody.map(stateOf))).toEqual(before)
})

test('what is reset is named, once', async () => {
  const boss = await people.owner('trong')
  const target = await people.subUser(boss, 'trong-phu', 'read')
  const visitor = await people.visit(boss, { confirmed: true })
  for (const parts of [[], ['pin', 'pin'], ['keys']]) {
    const answer = await request(visitor, 'resetSubUser', { body: { id: target.id, parts } })
    expect(problem(answer).code).toBe('INVALID_REQUEST')
  }
})

test('a person is sent ten such mails an hour, and no more', async () => {
  const boss = await people.owner('nhieu')
  const { id } = await people.subUser(boss, 'nhieu-phu', 'read')
  const visitor = await people.visit(boss, { confirmed: true })
  const reset = () => request(visitor, 'resetSubUser', { body: { id, parts: ['pin'] } })
  for (let i = 0; i < 10; i++) expect((await reset()).status).toBe(200)
  expect(problem(await reset())).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 3600 })
})

test('the temporary password works where new devices were locked out', async () => {
  const boss = await people.owner('bi-khoa')
  const target = await people.subUser(boss, 'bi-khoa-phu', 'read')
  const signIn = (password: string) => console.visitor().signIn({ username: target.email, password })
  for (let i = 0; i < 10; i++) await signIn('Sai-Mat-Khau#1')
  expect(problem(await signIn(password)).code).toBe('TOO_MANY_REQUESTS')
  const body = { id: target.id, parts: ['password'] }
  const reset = await request(await people.visit(boss, { confirmed: true }), 'resetSubUser', { body })
  expect((await signIn((reset.body as { password: string }).password)).status).toBe(200)
})
