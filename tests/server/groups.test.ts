import { beforeEach, expect, test } from 'vitest'
import { told } from './support/audit.ts'
import { owner, problem } from './support/console.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const visitor = shared(() => console.signedIn())
beforeEach(async () => {
  await console.kho.services.db.deleteFrom('notification_groups').execute()
})

type Group = { id: string; name: string; emails: string[]; alerts: string[]; topics: string[] }
const noTopics = { topics: [] }
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
