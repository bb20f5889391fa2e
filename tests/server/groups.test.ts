import { beforeEach, describe, expect, test } from 'vitest'
import type { NotificationGroup } from '../../openapi/schema.ts'
import { hashToken } from '../../server/auth/tokens.ts'
import { unsubscribeToken } from '../../server/mail/links.ts'
import { tokenIn } from '../support/mail.ts'
import { told } from './support/audit.ts'
import { owner, problem } from './support/console.ts'
import { shared, sharedConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = sharedConsole(() => ({ KHO_SMTP_URL: mail.url }))
const visitor = shared(() => console.signedIn())
beforeEach(async () => {
  const { db } = console.kho.services
  for (const table of ['notification_groups', 'notification_addresses', 'attempts', 'mails'] as const) {
    await db.deleteFrom(table).execute()
  }
})

type Group = Omit<NotificationGroup, 'alerts'> & { alerts: string[] }
const noTopics = { topics: [], unconfirmed: expect.any(Array) }
/** What a group is told of unless it chooses. */
const all = { alerts: ['quota', 'expiry'], ...noTopics }

const path = '/user/notification-groups'
const add = (name: string, emails: unknown = ['a@example.com']) =>
  visitor.call('POST', path, { name, emails })
async function added(name: string, emails?: string[]): Promise<Group> {
  const { status, body } = await add(name, emails)
  expect(status).toBe(201)
  return body as Group
}
async function groups(): Promise<Group[]> {
  return ((await visitor.call('GET', path)).body as { groups: Group[] }).groups
}
const refused = (field: string, message: string) => ({
  status: 400,
  code: 'INVALID_REQUEST',
  fields: [{ field, message }],
})

test('groups are listed by name in Vietnamese order, their addresses in lower case', async () => {
  const b = await added('Đội 10')
  const a = await added('Đội 2', ['Ke.Toan@Example.com ', 'b@example.com'])
  const c = await added(' Ăn ca ')
  expect(await groups()).toEqual([
    { id: c.id, name: 'Ăn ca', emails: ['a@example.com'], ...all },
    { id: a.id, name: 'Đội 2', emails: ['ke.toan@example.com', 'b@example.com'], ...all },
    { id: b.id, name: 'Đội 10', emails: ['a@example.com'], ...all },
  ])
})

test('a group of before it could choose is told of all', async () => {
  const { db } = console.kho.services
  const { account_id } = await db.selectFrom('users').select('account_id').executeTakeFirstOrThrow()
  const old = { id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11', name: 'Kho' }
  const emails = ['a@example.com']
  const row = { ...old, account_id, emails: JSON.stringify(emails), created_at: 0 }
  await db.insertInto('notification_groups').values(row).execute()
  expect(await groups()).toEqual([{ ...old, emails, ...all }])
})

test('a group chooses what it is told of; a change that does not say it leaves it', async () => {
  const { id } = await added('Kế toán')
  const chosen = { name: 'Kế toán', emails: ['a@example.com'], alerts: ['expiry'] }
  expect((await visitor.call('PUT', `${path}/${id}`, chosen)).body).toEqual({ id, ...chosen, ...noTopics })
  const rename = { name: 'Kho', emails: ['a@example.com'] }
  expect((await visitor.call('PUT', `${path}/${id}`, rename)).body).toEqual({
    ...chosen,
    ...noTopics,
    id,
    name: 'Kho',
  })
  const none = { ...rename, alerts: [] }
  expect((await visitor.call('PUT', `${path}/${id}`, none)).body).toEqual({ id, ...none, ...noTopics })
  const wrong = await visitor.call('PUT', `${path}/${id}`, { ...rename, alerts: ['weather'] })
  expect(problem(wrong).code).toBe('INVALID_REQUEST')
})

test('a group names the topics that mail to it', async () => {
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ enable_bucket_notification: 1 }).execute()
  const group = await added('Kế toán')
  const other = await added('Kho')
  for (const name of ['don-hang', 'hoa-don']) {
    const topic = { name, address: null, group_id: group.id }
    expect((await visitor.call('POST', '/notification/topic', topic)).status).toBe(201)
  }
  const topics = ['don-hang', 'hoa-don']
  expect(await groups()).toEqual([{ ...group, topics }, other])
  const change = { name: 'Kế toán', emails: ['b@example.com'] }
  expect((await visitor.call('PUT', `${path}/${group.id}`, change)).body).toMatchObject({ topics })
})

test('a name belongs to one group of the account, however it is composed', async () => {
  const first = await added('Kế toán')
  const second = await added('Kho')
  const taken = { status: 409, code: 'NAME_TAKEN' }
  expect(problem(await add('Kế toán'))).toEqual(taken)
  expect(problem(await add('Kế toán'.normalize('NFD')))).toEqual(taken)
  const rename = { name: 'Kế toán', emails: ['b@example.com'] }
  expect(problem(await visitor.call('PUT', `${path}/${second.id}`, rename))).toEqual(taken)
  const same = await visitor.call('PUT', `${path}/${first.id}`, rename)
  expect([same.status, same.body]).toEqual([200, { id: first.id, ...rename, ...all }])
  expect(await groups()).toEqual([{ id: first.id, ...rename, ...all }, second])
})

test('of many made at once with one name, one is', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => add('Kho')))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
})

test('an address that is none, twice there, one too many, or none at all is refused', async () => {
  expect(problem(await add('a', ['a@example.com', 'b@']))).toEqual(refused('emails.1', 'email-invalid'))
  expect(problem(await add('a', ['a@example.com', 'A@example.com']))).toEqual(
    refused('emails', 'email-twice'),
  )
  expect(problem(await add('a', []))).toEqual(refused('emails', 'required'))
  const many = Array.from({ length: 51 }, (_, at) => `a${at}@example.com`)
  expect(problem(await add('a', many))).toEqual(refused('emails', 'emails-too-many'))
  expect((await add('a', many.slice(1))).status).toBe(201)
  expect(problem(await add('a\nb'))).toEqual(refused('name', 'label-characters'))
})

test('an account has 50 groups and no more, also where they are made at once [V2.3.2]', async () => {
  const answers = await Promise.all(Array.from({ length: 52 }, (_, at) => add(`Nhóm ${at}`)))
  const codes = answers.map(answer => (answer.status === 201 ? 'made' : problem(answer).code))
  expect(Map.groupBy(codes, code => code).get('LIMIT_REACHED')?.length).toBe(2)
  expect((await groups()).length).toBe(50)
})

test('a deleted group is gone; one that is not there is not found', async () => {
  const group = await added('Kho')
  const notFound = { status: 404, code: 'NOT_FOUND' }
  const at = `${path}/${group.id}`
  expect((await visitor.call('DELETE', at)).status).toBe(204)
  expect(await groups()).toEqual([])
  expect(problem(await visitor.call('DELETE', at))).toEqual(notFound)
  expect(problem(await visitor.call('PUT', at, { name: 'Kho', emails: ['a@example.com'] }))).toEqual(notFound)
  expect(problem(await visitor.call('DELETE', `${path}/abc`)).code).toBe('INVALID_REQUEST')
})

test('the audit log tells what was added, changed and deleted', async () => {
  const { db } = console.kho.services
  await db.deleteFrom('audit').execute()
  const { id } = await added('Kho')
  const tick = () => {
    console.clock.now += 1
  }
  tick()
  await visitor.call('PUT', `${path}/${id}`, { name: 'Kho 2', emails: ['a@example.com'] })
  tick()
  await visitor.call('PUT', `${path}/${id}`, { name: 'Kho 2', emails: ['b@example.com'] })
  tick()
  await visitor.call('DELETE', `${path}/${id}`)
  const records = await db
    .selectFrom('audit')
    .select(['user', 'action', 'target', 'data'])
    .orderBy('id')
    .execute()
  const user = owner.username
  expect(records.map(told)).toEqual([
    { user, action: 'NOTIFICATION_GROUP_CREATED', target: 'Kho', detail: 'a@example.com' },
    { user, action: 'NOTIFICATION_GROUP_CHANGED', target: 'Kho', detail: 'Kho → Kho 2' },
    {
      user,
      action: 'NOTIFICATION_GROUP_CHANGED',
      target: 'Kho 2',
      detail: 'a@example.com → b@example.com',
    },
    { user, action: 'NOTIFICATION_GROUP_DELETED', target: 'Kho 2', detail: '' },
  ])
})

describe('an address of a group', () => {
  const at = (path: string) => `/user/notification-addresses/${path}`
  const invalid = { status: 400, code: 'INVALID_TOKEN' }
  const day = 86_400_000
  const sendAgain = (email: string) => visitor.call('POST', at('send-confirmation'), { email })
  const check = (token: string) => console.visitor().call('POST', at('check-confirmation'), { token })
  const confirm = (token: string) => console.visitor().call('PUT', at('confirm'), { token })
  /** The token that comes next to this address. */
  async function mailed(email: string): Promise<string> {
    await console.kho.services.mails.run()
    return tokenIn(await mail.next(email), 'confirm-address')
  }
  async function unconfirmed() {
    return (await groups()).flatMap(group => group.unconfirmed)
  }

  test('is mailed a link that confirms it, once, whose hash alone is stored', async () => {
    const email = 'moi@example.com'
    const made = await added('Kho', [email])
    expect(made.unconfirmed).toEqual([{ email, state: 'pending' }])
    await console.kho.services.mails.run()
    const received = await mail.next(email)
    const token = tokenIn(received, 'confirm-address')
    expect(received.html).toContain(`href="${console.url}/confirm-address#${token}"`)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const row = await console.kho.services.db
      .selectFrom('notification_addresses')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email, state: 'pending', link_hash: hashToken(token) })
    expect(await check(token)).toMatchObject({ status: 200, body: { email, account: 'owner' } })
    expect(await unconfirmed()).toEqual([{ email, state: 'pending' }])
    expect((await confirm(token)).status).toBe(204)
    expect([problem(await confirm(token)), problem(await check(token))]).toEqual([invalid, invalid])
    expect(await unconfirmed()).toEqual([])
    await added('Kế toán', [email])
    await console.kho.services.mails.run()
    expect(mail.mails().filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('confirms by the newest link alone, for seven days', async () => {
    const email = 'lau@example.com'
    await added('Kho', [email])
    const first = await mailed(email)
    mail.empty()
    expect((await sendAgain(email)).status).toBe(204)
    const second = await mailed(email)
    expect(problem(await check(first))).toEqual(invalid)
    console.clock.now += 7 * day - 60_000
    expect((await check(second)).status).toBe(200)
    console.clock.now += 60_000
    expect(problem(await confirm(second))).toEqual(invalid)
    console.clock.now = Date.now()
  })

  test('is confirmed if somebody of the account signs in with it, and has shown that it is theirs', async () => {
    await added('Kho', [owner.username])
    expect(await unconfirmed()).toEqual([])
    const subUser = { fullName: 'Bình', permission: 'read', phone: '', expire_date: 0 }
    const [named, invited] = ['nguoi-la@example.com', 'binh@example.com'] as const
    const withPassword = { ...subUser, email: named, password: 'Vuon-tao#2' }
    expect((await visitor.call('POST', '/user-management', withPassword)).status).toBe(201)
    expect((await visitor.call('POST', '/user-management', { ...subUser, email: invited })).status).toBe(201)
    await console.kho.services.mails.run()
    const token = tokenIn(await mail.next(invited), 'invitation')
    const set = { token, new_password: 'Vuon-tao#3' }
    expect((await console.visitor().call('PUT', '/user/reset-password', set)).status).toBe(204)
    mail.empty()
    await added('Mọi người', [named, invited])
    expect(await unconfirmed()).toEqual([{ email: named, state: 'pending' }])
    await console.kho.services.mails.run()
    expect(mail.mails().map(({ to }) => to)).toEqual([named])
  })

  test('is mailed three times a day at most; so are 200 of an account, and one more adds nothing', async () => {
    const email = 'phien@example.com'
    await added('Kho', [email])
    expect([(await sendAgain(email)).status, (await sendAgain(email)).status]).toEqual([204, 204])
    expect(problem(await sendAgain(email)).code).toBe('TOO_MANY_REQUESTS')
    const others = (from: number, count: number) =>
      Array.from({ length: count }, (_, each) => `a${from + each}@example.com`)
    for (let from = 0; from < 150; from += 50) await added(`Nhóm ${from}`, others(from, 50))
    await added('Nhóm', others(150, 46))
    expect(problem(await add('Thừa', others(196, 3))).code).toBe('TOO_MANY_REQUESTS')
    expect((await groups()).map(({ name }) => name)).not.toContain('Thừa')
    expect((await add('Vừa', others(196, 1))).status).toBe(201)
  })

  test('that unsubscribed is shown so, and asked once more', async () => {
    const email = 'thoi@example.com'
    await added('Kho', [email])
    expect((await confirm(await mailed(email))).status).toBe(204)
    mail.empty()
    const { db, vault } = console.kho.services
    const { id } = await db.selectFrom('notification_addresses').select('id').executeTakeFirstOrThrow()
    const token = unsubscribeToken(vault, id)
    const look = await console.visitor().call('POST', at('check-unsubscribe'), { token })
    expect(look).toMatchObject({ status: 200, body: { email, account: 'owner' } })
    const unsubscribe = () => console.visitor().call('PUT', at('unsubscribe'), { token })
    expect([(await unsubscribe()).status, (await unsubscribe()).status]).toEqual([204, 204])
    expect(await unconfirmed()).toEqual([{ email, state: 'unsubscribed' }])
    expect((await sendAgain(email)).status).toBe(204)
    expect((await confirm(await mailed(email))).status).toBe(204)
    expect(await unconfirmed()).toEqual([])
    const made = await console.visitor().call('PUT', at('unsubscribe'), { token: `${token.slice(0, -1)}x` })
    expect(problem(made)).toEqual(invalid)
  })

  test('that unsubscribed stays so where its group is made again, though somebody signs in with it', async () => {
    const { id } = await added('Kho', [owner.username])
    const { db } = console.kho.services
    await db.updateTable('notification_addresses').set({ state: 'unsubscribed' }).execute()
    await visitor.call('DELETE', `${path}/${id}`)
    await added('Kho', [owner.username])
    expect(await unconfirmed()).toEqual([{ email: owner.username, state: 'unsubscribed' }])
  })

  test('that no group has any longer is forgotten, its link and mails too', async () => {
    const email = 'cu@example.com'
    const { id } = await added('Kho', [email])
    await visitor.call('PUT', `${path}/${id}`, { name: 'Kho', emails: [owner.username] })
    await console.kho.services.mails.run()
    expect(mail.mails()).toEqual([])
    expect(problem(await sendAgain(email))).toEqual({ status: 404, code: 'NOT_FOUND' })
    await visitor.call('DELETE', `${path}/${id}`)
    const rows = await console.kho.services.db.selectFrom('notification_addresses').selectAll().execute()
    expect(rows).toEqual([])
  })
})
