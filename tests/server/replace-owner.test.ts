import { beforeEach, expect, test } from 'vitest'
import { tokenIn } from '../support/mail.ts'
import { problem, type Visitor } from './support/console.ts'
import { makePeople, type Person, password } from './support/people.ts'
import { request } from './support/requests.ts'
import { switchTwoStepOn } from './support/two-step.ts'
import { shared, sharedConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = sharedConsole(() => ({ KHO_SMTP_URL: mail.url }))
const people = shared(() => makePeople(console))
let admin: Visitor
beforeEach(async () => {
  admin = await people.visit(await people.superAdmin(), { confirmed: true })
})

const noOwner = { status: 404, code: 'USER_NOT_FOUND' }
const taken = { status: 409, code: 'EMAIL_TAKEN' }
const unauthorized = { status: 401, code: 'UNAUTHORIZED' }

async function mailTo(email: string) {
  await console.kho.services.mails.run()
  return mail.next(email)
}

const replace = (id: string, email: string, visitor = admin) =>
  request(visitor, 'replaceOwner', { body: { id, owner_email: email, owner_name: 'Trần Bình' } })
const signIn = (username: string, word: string) => console.visitor().signIn({ username, password: word })

async function rows(table: 'access_keys' | 'api_clients' | 'email_undos' | 'devices', { id }: Person) {
  return console.kho.services.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()
}

test('a customer gets another owner: the old one is out, buckets, sub-users and their keys stay', async () => {
  const old = await people.owner('da-nghi')
  const staff = await people.subUser(old, 'o-lai', 'read-write')
  const visitor = await people.visit(old, { confirmed: true })
  await request(visitor, 'createBucket', { body: { bucket: 'con-lai' } })
  const made = await request(visitor, 'createAccessKey')
  const { key } = made.body as { key: { access_key: string } }
  const api = await request(visitor, 'createApiClient')
  const { token } = api.body as { token: string }
  const staffs = await people.visit(staff, { confirmed: true })
  await request(staffs, 'createAccessKey')
  await switchTwoStepOn(console, visitor)
  const { storageUid } = (await console.kho.services.db
    .selectFrom('accounts')
    .select('storage_uid as storageUid')
    .where('id', '=', old.accountId)
    .executeTakeFirstOrThrow())!
  const keysAtStorage = async () =>
    (await console.kho.services.admin.getUser(storageUid))!.keys.map(each => each.accessKey)
  expect(await keysAtStorage()).toContain(key.access_key)

  const answer = await replace(old.accountId, ' Chu-Moi@Example.com')
  expect(answer.status).toBe(200)
  const { password: temporary } = answer.body as { password: string }

  expect(problem(await visitor.call('GET', '/user'))).toEqual(unauthorized)
  expect(problem(await visitor.refresh())).toEqual(unauthorized)
  expect(problem(await signIn(old.email, password)).code).toBe('INVALID_CREDENTIALS')
  const program = console.visitor()
  program.headers = {}
  const byProgram = await request(program, 'listBuckets', {}, { authorization: `Bearer ${token}` })
  expect(problem(byProgram)).toEqual(unauthorized)
  expect([await rows('access_keys', old), await rows('api_clients', old)]).toEqual([[], []])
  expect(await keysAtStorage()).not.toContain(key.access_key)

  const next = console.visitor()
  const signedIn = await next.signIn({ username: 'chu-moi@example.com', password: temporary })
  expect(signedIn.body).toMatchObject({
    user: {
      name: 'Trần Bình',
      is_admin: true,
      is_sub_user: false,
      require_change_pass: true,
      pin_exists: false,
    },
  })
  const change = { current_password: temporary, new_password: 'Vuon-tao#2026' }
  expect((await next.call('PUT', '/user/change-password', change)).status).toBe(204)
  expect((await request(next, 'listBuckets')).body).toMatchObject({ buckets: [{ name: 'con-lai' }] })
  expect((await request(next, 'listSubUsers')).body).toMatchObject({ users: [{ email: staff.email }] })
  expect((await staffs.call('GET', '/user')).status).toBe(200)
  expect(await rows('access_keys', staff)).not.toEqual([])

  const told = await mailTo(old.email)
  expect(told.subject).toBe('Tài khoản Kho của bạn đã có chủ mới')
  expect(told.text).toContain('\n\nTài khoản: da-nghi\n\n')
  const invited = await mailTo('chu-moi@example.com')
  expect(invited.subject).toBe('Bạn là chủ của một tài khoản Kho')
  expect(invited.text).toContain(`\n\nTài khoản: da-nghi\n\n${console.url}/\n\n`)
  expect(`${told.raw}${invited.raw}`).not.toContain(temporary)
})

test('the old owner cannot come back: no link mailed before, no change of email, no undoing', async () => {
  const old = await people.owner('muon-ve')
  const visitor = await people.visit(old, { confirmed: true })
  const ask = (email: string) => request(visitor, 'requestEmailChange', { body: { email } })
  await ask('muon-ve-2@example.com')
  const first = tokenIn(await mailTo('muon-ve-2@example.com'), 'confirm-email')
  await request(console.visitor(), 'changeEmail', { body: { token: first, password } })
  const undo = tokenIn(await mailTo(old.email), 'undo-email')
  await request(console.visitor(), 'requestResetPassword', { body: { email: 'muon-ve-2@example.com' } })
  const reset = tokenIn(await mailTo('muon-ve-2@example.com'), 'reset-password')
  await ask('muon-ve-3@example.com')
  const waiting = tokenIn(await mailTo('muon-ve-3@example.com'), 'confirm-email')

  expect((await replace(old.accountId, 'nguoi-ke-tiep@example.com')).status).toBe(200)
  const tries = [
    request(console.visitor(), 'undoEmailChange', { body: { token: undo } }),
    request(console.visitor(), 'resetPassword', { body: { token: reset } }),
    request(console.visitor(), 'changeEmail', { body: { token: waiting, password } }),
  ]
  for (const answer of await Promise.all(tries)) expect(problem(answer).code).toBe('INVALID_TOKEN')
  expect([await rows('email_undos', old), await rows('devices', old)]).toEqual([[], []])
})

test('what the old owner said of themselves goes, what is the customer’s stays', async () => {
  const old = await people.owner('rieng-tu')
  const { db } = console.kho.services
  const own = {
    phone: '+84901234567',
    gender: 'Male',
    address: '12 Lý Thường Kiệt',
    company: 'Mộc Lan',
  } as const
  await db
    .updateTable('users')
    .set({ ...own, locale: 'en' })
    .where('id', '=', old.id)
    .execute()
  expect((await replace(old.accountId, 'rieng-tu-2@example.com')).status).toBe(200)
  const now = await db
    .selectFrom('users')
    .select(['phone', 'gender', 'address', 'company', 'locale', 'last_sign_in_at', 'name'])
    .where('id', '=', old.id)
    .executeTakeFirstOrThrow()
  expect(now).toEqual({
    ...{ phone: '', gender: '', address: '', company: 'Mộc Lan' },
    ...{ locale: null, last_sign_in_at: null, name: 'Trần Bình' },
  })
  expect((await mailTo(old.email)).subject).toBe('Your Kho account has another owner')
})

test('a suspended customer gets another owner too, who waits like the old one', async () => {
  const old = await people.owner('treo')
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ suspended: 1 }).where('id', '=', old.accountId).execute()
  const answer = await replace(old.accountId, 'treo-2@example.com')
  const { password: temporary } = answer.body as { password: string }
  expect(problem(await signIn('treo-2@example.com', temporary)).code).toBe('ACCOUNT_SUSPENDED')
})

test('only to an address that is nobody’s, and not to a super admin’s account', async () => {
  const old = await people.owner('giu')
  const staff = await people.subUser(old, 'giu-phu', 'read')
  const other = await people.owner('giu-khac')
  const { accountId } = await people.superAdmin()
  for (const { email } of [staff, other]) expect(problem(await replace(old.accountId, email))).toEqual(taken)
  const same = problem(await replace(old.accountId, old.email))
  expect(same.fields).toEqual([{ field: 'owner_email', message: 'email-unchanged' }])
  for (const id of [accountId, staff.id]) expect(problem(await replace(id, 'x@example.com'))).toEqual(noOwner)
  const unconfirmed = await people.visit(await people.superAdmin())
  expect(problem(await replace(old.accountId, 'x@example.com', unconfirmed)).code).toBe(
    'CONFIRMATION_REQUIRED',
  )
  const owner = await people.visit(other, { confirmed: true })
  expect(problem(await replace(old.accountId, 'x@example.com', owner)).code).toBe('PERMISSION_DENIED')
  expect((await signIn(old.email, password)).status).toBe(200)
})
