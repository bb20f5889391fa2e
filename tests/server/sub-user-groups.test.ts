import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '../../domain/scope.ts'
import type { Permission, SubUser, SubUserGroup } from '../../openapi/schema.ts'
import { scopeColumn } from '../../server/store/bucket-grants.ts'
import { told } from './support/audit.ts'
import { type Answer, problem, type Visitor } from './support/console.ts'
import { makePeople, type Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const people = shared(() => makePeople(console))
const owner = shared(async () => {
  const person = await people.owner('chu')
  return { person, visitor: await people.visit(person) }
})
const bucket = 'kho-chung'
const photos = [{ bucket, prefix: 'ảnh/' }]

beforeEach(async () => {
  const { db } = console.kho.services
  for (const table of ['sub_user_groups', 'attempts'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('users').where('is_sub_user', '=', 1).execute()
  await request(owner.visitor, 'createBucket', { body: { bucket } })
})

type Terms = { name?: string; permission?: Permission; scope?: Scope }
const create = (terms: Terms, of: Visitor = owner.visitor) =>
  request(of, 'createSubUserGroup', { body: terms })
const change = (id: string, terms: Terms) =>
  request(owner.visitor, 'changeSubUserGroup', { values: { id }, body: { permission: undefined, ...terms } })
const remove = (id: string) => request(owner.visitor, 'deleteSubUserGroup', { values: { id } })
const changeUser = (id: string, body: Record<string, unknown>) =>
  request(owner.visitor, 'changeSubUser', { body: { id, permission: undefined, ...body } })

async function made(terms: Terms): Promise<SubUserGroup> {
  const { status, body } = await create(terms)
  expect(status).toBe(201)
  return body as SubUserGroup
}
async function member(name: string, group: SubUserGroup): Promise<Person> {
  const person = await people.subUser(owner.person, name, 'full-control')
  expect((await changeUser(person.id, { group_id: group.id })).status).toBe(200)
  return person
}
async function groups(): Promise<SubUserGroup[]> {
  return ((await request(owner.visitor, 'listSubUserGroups')).body as { groups: SubUserGroup[] }).groups
}
/** Level, folders and group of each sub-user. */
async function rights(): Promise<unknown> {
  const { users } = (await request(owner.visitor, 'listSubUsers')).body as { users: SubUser[] }
  return Object.fromEntries(
    users.map(({ email, permission, scope, group }) => [
      email.split('@')[0],
      [permission, scope, group?.name ?? null],
    ]),
  )
}
const refusal = (answer: Answer) => problem(answer).code

describe('groups', () => {
  test('are listed by name in Vietnamese order, with the number of their members', async () => {
    const b = await made({ name: 'Đội 10', permission: 'write' })
    const a = await made({ name: ' Đội 2 ', scope: photos })
    await member('an', b)
    expect(await groups()).toEqual([
      { id: a.id, name: 'Đội 2', permission: 'read', scope: photos, members: 0 },
      { id: b.id, name: 'Đội 10', permission: 'write', scope: null, members: 1 },
    ])
  })

  test('have a name of their own, an existing bucket, and a limit', async () => {
    const { id } = await made({ name: 'Kho' })
    const other = await made({ name: 'Kho 2' })
    expect(refusal(await create({ name: 'Kho ' }))).toBe('NAME_TAKEN')
    expect(refusal(await change(other.id, { name: 'Kho' }))).toBe('NAME_TAKEN')
    expect((await change(id, { name: 'Kho' })).status).toBe(200)
    const nowhere = [{ bucket: 'khong-co', prefix: '' }]
    expect(refusal(await create({ name: 'Mới', scope: nowhere }))).toBe('BUCKET_NOT_FOUND')
    expect(refusal(await change(id, { scope: nowhere }))).toBe('BUCKET_NOT_FOUND')
    const wild = await create({ name: 'Mới', scope: [{ bucket, prefix: 'a*/' }] })
    expect(problem(wild)).toMatchObject({ fields: [{ field: 'scope.0.prefix', message: 'scope-letters' }] })
    const { db } = console.kho.services
    const account_id = owner.person.accountId
    const row = { account_id, permission: 'read' as const, scope: null, created_at: 0 }
    const rows = Array.from({ length: 98 }, (_, at) => ({ ...row, id: randomUUID(), name: `n${at}` }))
    await db.insertInto('sub_user_groups').values(rows).execute()
    expect(refusal(await create({ name: 'Mới' }))).toBe('LIMIT_REACHED')
  })

  test('are those of an account: another has such names, and puts nobody into them', async () => {
    const group = await made({ name: 'Kho' })
    const other = await people.owner('khac')
    const visitor = await people.visit(other)
    expect((await create({ name: 'Kho' }, visitor)).status).toBe(201)
    const theirs = await people.subUser(other, 'nguoi-khac', 'read')
    const into = { id: theirs.id, permission: undefined, group_id: group.id }
    expect(refusal(await request(visitor, 'changeSubUser', { body: into }))).toBe('GROUP_NOT_FOUND')
    const person = { email: 'moi@example.com', permission: 'read', group_id: group.id }
    expect(refusal(await request(visitor, 'createSubUser', { body: person }))).toBe('GROUP_NOT_FOUND')
  })

  test('are deleted without members alone; who leaves keeps the rights, as own ones', async () => {
    const group = await made({ name: 'Kho', permission: 'read-write', scope: photos })
    const { id } = await member('an', group)
    expect(refusal(await remove(group.id))).toBe('GROUP_NOT_EMPTY')
    await changeUser(id, { group_id: null })
    expect(await rights()).toEqual({ an: ['read-write', photos, null] })
    expect((await remove(group.id)).status).toBe(204)
    expect(await groups()).toEqual([])
    expect(refusal(await remove(group.id))).toBe('NOT_FOUND')
    expect(refusal(await change(group.id, { name: 'Kho' }))).toBe('NOT_FOUND')
  })
})

describe('members', () => {
  test('have the rights of the group from the first moment, and all of them those that it is given', async () => {
    const group = await made({ name: 'Kho', permission: 'read', scope: photos })
    await member('an', group)
    await member('binh', group)
    const terms = { fullName: 'Chi', email: 'chi@example.com', permission: 'read', group_id: group.id }
    const born = await request(owner.visitor, 'createSubUser', { body: terms })
    expect([born.status, born.body]).toMatchObject([201, { scope: photos, group: { name: 'Kho' } }])
    await people.subUser(owner.person, 'dung', 'write')
    const alone = { dung: ['write', null, null] }
    const before = ['read', photos, 'Kho']
    expect(await rights()).toEqual({ an: before, binh: before, chi: before, ...alone })
    const whole = [{ bucket, prefix: '' }]
    const changed = await change(group.id, { name: 'Ảnh', permission: 'write', scope: [...photos, ...whole] })
    expect(changed.body).toEqual({ ...group, name: 'Ảnh', permission: 'write', scope: whole, members: 3 })
    const after = ['write', whole, 'Ảnh']
    expect(await rights()).toEqual({ an: after, binh: after, chi: after, ...alone })
  })

  test('are in one group: another takes its place', async () => {
    const first = await made({ name: 'Kho', scope: photos })
    const second = await made({ name: 'Sổ', permission: 'write' })
    const { id } = await member('an', first)
    await changeUser(id, { group_id: second.id })
    expect(await rights()).toEqual({ an: ['write', null, 'Sổ'] })
    expect((await groups()).map(({ members }) => members)).toEqual([0, 1])
  })

  test('get no rights of their own; all else is changed as always', async () => {
    const group = await made({ name: 'Kho', permission: 'read', scope: photos })
    const { id } = await member('an', group)
    for (const other of [
      { permission: 'write' },
      { scope: null },
      { permission: 'write', group_id: group.id },
    ])
      expect(refusal(await changeUser(id, other))).toBe('RIGHTS_OF_GROUP')
    const terms = { email: 'binh@example.com', permission: 'write', group_id: group.id }
    expect(refusal(await request(owner.visitor, 'createSubUser', { body: terms }))).toBe('RIGHTS_OF_GROUP')
    const same = { fullName: 'An mới', permission: 'read', scope: photos }
    expect((await changeUser(id, same)).body).toMatchObject({ fullName: 'An mới', group: { id: group.id } })
    const own = { group_id: null, permission: 'write', scope: null }
    expect((await changeUser(id, own)).body).toMatchObject({ permission: 'write', scope: null, group: null })
  })

  test('stay when a bucket of the group is gone, and others may join them', async () => {
    const group = await made({ name: 'Kho', scope: [{ bucket: 'kho-tam', prefix: '' }, ...photos] }).catch(
      () => null,
    )
    expect(group).toBe(null)
    await request(owner.visitor, 'createBucket', { body: { bucket: 'kho-tam' } })
    const real = await made({ name: 'Kho', scope: [{ bucket: 'kho-tam', prefix: '' }] })
    const { db } = console.kho.services
    const gone = scopeColumn([{ bucket: 'kho-da-xoa', prefix: '' }])
    await db.updateTable('sub_user_groups').set({ scope: gone }).where('id', '=', real.id).execute()
    await member('an', { ...real })
    expect((await change(real.id, { permission: 'write' })).status).toBe(200)
    expect(await rights()).toEqual({ an: ['write', [{ bucket: 'kho-da-xoa', prefix: '' }], 'Kho'] })
  })

  test('lose at the next call what the group loses', async () => {
    const group = await made({ name: 'Kho', permission: 'full-control' })
    const visitor = await people.visit(await member('an', group))
    const list = () => request(visitor, 'listObjects', { values: { bucket } })
    expect((await list()).status).toBe(200)
    await change(group.id, { scope: [] })
    expect(refusal(await list())).toBe('PERMISSION_DENIED')
  })
})

test('the audit log has who was put into which group, with which rights', async () => {
  const { db } = console.kho.services
  await db.deleteFrom('audit').execute()
  const group = await made({ name: 'Kho', permission: 'read', scope: photos })
  const { id } = await member('an', group)
  await change(group.id, { permission: 'write' })
  await changeUser(id, { group_id: null })
  const terms = { email: 'binh@example.com', permission: 'write', group_id: group.id }
  await request(owner.visitor, 'createSubUser', { body: terms })
  const entries = await db.selectFrom('audit').select(['action', 'target', 'data']).orderBy('id').execute()
  expect(entries.map(told)).toEqual([
    { action: 'SUB_USER_GROUP_CREATED', target: 'Kho', detail: 'read: kho-chung/ảnh/' },
    {
      ...{ action: 'SUB_USER_CHANGED', target: 'an@example.com' },
      detail: 'permission: full-control → read; scope:  → kho-chung/ảnh/; group:  → Kho',
    },
    { action: 'SUB_USER_GROUP_CHANGED', target: 'Kho', detail: 'permission: read → write' },
    { action: 'SUB_USER_CHANGED', target: 'an@example.com', detail: 'group: Kho → ' },
    { action: 'SUB_USER_CREATED', target: 'binh@example.com', detail: 'Kho; write: kho-chung/ảnh/' },
  ])
})
