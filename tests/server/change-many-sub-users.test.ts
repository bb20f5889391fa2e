import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AuditEntry, PlannedSubUser, SubUser } from '../../openapi/schema.ts'
import { Problem } from '../../server/errors/problem.ts'
import { addSubUsers } from '../support/many-sub-users.ts'
import { problem } from './support/console.ts'
import { ok } from './support/limited.ts'
import { makePeople, type Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const people = shared(() => makePeople(console))
const owner = shared(async () => {
  const person = await people.owner('chu')
  return { person, visitor: await people.visit(person) }
})
const bucket = 'kho-nhieu'
const photos = [{ bucket, prefix: 'ảnh/' }]
const nobody = '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11'
const own = { scope: null, group: null, expire_date: 0 }
let an: Person
let binh: Person
let group: string

beforeEach(async () => {
  const { db } = console.kho.services
  for (const table of ['sub_user_groups', 'attempts'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('users').where('is_sub_user', '=', 1).execute()
  await request(owner.visitor, 'createBucket', { body: { bucket } })
  an = await people.subUser(owner.person, 'an', 'read')
  binh = await people.subUser(owner.person, 'binh', 'full-control')
  const body = { name: 'Kế toán', permission: 'write', scope: photos }
  group = (await ok<{ id: string }>(request(owner.visitor, 'createSubUserGroup', { body }))).id
})

async function lines(body: Record<string, unknown>): Promise<PlannedSubUser[]> {
  const all = { act: 'change', preview: false, permission: undefined, ...body }
  return (await ok<{ lines: PlannedSubUser[] }>(request(owner.visitor, 'changeManySubUsers', { body: all })))
    .lines
}
const states = async (body: Record<string, unknown>) =>
  (await lines(body)).map(({ fullName, state, code }) => `${fullName} ${code ?? state}`)

const rightsOf = async () =>
  (await ok<{ users: SubUser[] }>(request(owner.visitor, 'listSubUsers'))).users.map(
    ({ fullName, permission, scope, group, expire_date }) => [
      ...[fullName, permission, scope?.length ?? null, group?.name ?? null],
      expire_date,
    ],
  )
async function auditOf(action: string) {
  const values = { action, page_size: '50' }
  const { entries } = await ok<{ entries: AuditEntry[] }>(request(owner.visitor, 'listAudit', { values }))
  return entries.map(({ target }) => target.split('@')[0]).sort()
}

test('a preview says what each has and would have, and changes nothing; the act does that, and may be repeated', async () => {
  const change = { ids: [binh.id, an.id], permission: 'read', scope: photos, group_id: null }
  const before = await rightsOf()
  const preview = await lines({ ...change, preview: true })
  expect(preview).toEqual([
    {
      ...{ email: binh.email, fullName: 'binh', state: 'changed' },
      before: { permission: 'full-control', ...own },
      after: { permission: 'read', ...own, scope: photos },
    },
    {
      ...{ email: an.email, fullName: 'an', state: 'changed' },
      before: { permission: 'read', ...own },
      after: { permission: 'read', ...own, scope: photos },
    },
  ])
  expect(await rightsOf()).toEqual(before)
  expect(await lines(change)).toEqual(preview)
  expect(await rightsOf()).toEqual([
    ['an', 'read', 1, null, 0],
    ['binh', 'read', 1, null, 0],
  ])
  expect(await auditOf('SUB_USER_CHANGED')).toEqual(['an', 'binh'])
  expect(await states(change)).toEqual(['binh unchanged', 'an unchanged'])
  expect(await auditOf('SUB_USER_CHANGED')).toEqual(['an', 'binh'])
})

test('an expiry leaves rights and group as they are; a group gives its rights, and who leaves it keeps them', async () => {
  const ids = [an.id, binh.id]
  await lines({ ids, group_id: group })
  await lines({ ids, expire_date: 1_990_000_000 })
  expect(await rightsOf()).toEqual([
    ['an', 'write', 1, 'Kế toán', 1_990_000_000],
    ['binh', 'write', 1, 'Kế toán', 1_990_000_000],
  ])
  await lines({ ids: [an.id], group_id: null })
  expect(await rightsOf()).toEqual([
    ['an', 'write', 1, null, 1_990_000_000],
    ['binh', 'write', 1, 'Kế toán', 1_990_000_000],
  ])
})

test('who cannot be changed is said, before and after; the others are', async () => {
  await lines({ ids: [an.id], group_id: group })
  const level = { ids: [an.id, nobody, binh.id], permission: 'read' }
  const expected = ['an RIGHTS_OF_GROUP', ' USER_NOT_FOUND', 'binh changed']
  expect(await states({ ...level, preview: true })).toEqual(expected)
  expect(await states(level)).toEqual(expected)
  const missing = { ids: [binh.id], scope: [{ bucket: 'khong-co', prefix: '' }] }
  expect(await states({ ...missing, preview: true })).toEqual(['binh BUCKET_NOT_FOUND'])
  expect(await states({ ids: [binh.id], group_id: nobody })).toEqual(['binh GROUP_NOT_FOUND'])
})

test('the deletion of many deletes those who are there', async () => {
  const all = { ids: [an.id, nobody, binh.id], act: 'delete' }
  const expected = ['an deleted', ' USER_NOT_FOUND', 'binh deleted']
  expect(await states({ ...all, preview: true })).toEqual(expected)
  expect((await rightsOf()).length).toBe(2)
  expect(await states(all)).toEqual(expected)
  expect(await rightsOf()).toEqual([])
  expect(await auditOf('SUB_USER_DELETED')).toEqual(['an', 'binh'])
})

test('of many who are changed at once only the one who is refused is left, and a silent storage stops the rest', async () => {
  const { db, grants } = console.kho.services
  await addSubUsers(db, owner.person.accountId, 118)
  const rows = await db.selectFrom('users').select(['id', 'name']).where('is_sub_user', '=', 1).execute()
  const ids = rows.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id)
  const original = grants.prepare
  const prepare = vi.spyOn(grants, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const refuse = (code: 'SCOPE_TOO_LARGE' | 'STORAGE_UNAVAILABLE', who: string) =>
    prepare.mockImplementation(async (accountId, changes) => {
      if (changes.some(({ name }) => name === who)) throw new Problem(code)
      await original(accountId, changes)
    })
  const count = (lines: string[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(lines, line => line.split(' ').at(-1)!)).map(([state, all]) => [
        state,
        all!.length,
      ]),
    )
  refuse('SCOPE_TOO_LARGE', ids[60]!)
  expect(count(await states({ ids, permission: 'write' }))).toEqual({
    changed: 119,
    SCOPE_TOO_LARGE: 1,
  })
  refuse('STORAGE_UNAVAILABLE', ids[60]!)
  expect(count(await states({ ids, permission: 'full-control' }))).toEqual({
    changed: 50,
    STORAGE_UNAVAILABLE: 70,
  })
  prepare.mockRestore()
  expect(count(await states({ ids, permission: 'full-control' }))).toEqual({ unchanged: 50, changed: 70 })
})

test('the keys of many who lose a level change at the storage together, in transactions of some', async () => {
  const { db, vault, admin, sync } = console.kho.services
  const { accountId } = owner.person
  await addSubUsers(db, accountId, 118)
  const rows = await db.selectFrom('users').select('id').where('is_sub_user', '=', 1).execute()
  const ids = rows.map(({ id }) => id)
  for (const [at, id] of ids.entries())
    await db
      .insertInto('access_keys')
      .values({
        ...{ access_key: `KHONHIEU${at}`, user_id: id, name: 'Máy chủ', created_at: 1_790_000_000 },
        ...{ console: 0, enabled: 1 },
        secret_key: vault.seal('s'.repeat(40), 'access_keys.secret_key', id),
      })
      .execute()
  const pieces = vi.spyOn(admin, 'changeKeys')
  onTestFinished(() => pieces.mockRestore())
  const sizes = () => pieces.mock.calls.map(([, changes]) => changes.length)
  const levels = async () => {
    const { subUsers } = (await admin.getUser(`kho-${accountId}`))!
    return [subUsers.length, ...new Set(subUsers.map(({ level }) => level).sort())]
  }
  await sync.verify(accountId)
  expect([sizes(), await levels()]).toEqual([
    [50, 50, 20],
    [120, 'full', 'read'],
  ])
  await lines({ ids, permission: 'write' })
  expect(await levels()).toEqual([120, 'write'])
  await lines({ ids, act: 'delete' })
  expect(await levels()).toEqual([0])
})

test('nobody is named twice', async () => {
  const body = { ids: [an.id, an.id], act: 'change', preview: true }
  expect(problem(await request(owner.visitor, 'changeManySubUsers', { body })).code).toBe('INVALID_REQUEST')
})
