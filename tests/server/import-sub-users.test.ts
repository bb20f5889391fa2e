import { beforeEach, expect, test } from 'vitest'
import { subUsersPerAccount } from '../../domain/limits.ts'
import type { PlannedSubUser, SubUser, SubUserRow } from '../../openapi/schema.ts'
import { addSubUsers } from '../support/many-sub-users.ts'
import { problem, type Visitor } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const people = shared(() => makePeople(console))
const owner = shared(async () => {
  const person = await people.owner('chu')
  return { person, visitor: await people.visit(person) }
})
const bucket = 'kho-nhap'
const photos = [{ bucket, prefix: 'ảnh/' }]

beforeEach(async () => {
  const { db } = console.kho.services
  for (const table of ['sub_user_groups', 'attempts', 'mails'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('users').where('is_sub_user', '=', 1).execute()
  await request(owner.visitor, 'createBucket', { body: { bucket } })
  const group = { name: 'Kế toán', permission: 'write', scope: photos }
  await request(owner.visitor, 'createSubUserGroup', { body: group })
})

const row = (name: string, more: Partial<SubUserRow> = {}): SubUserRow => ({
  ...{ fullName: name, email: `${name}@example.com`, permission: 'read' as const },
  ...more,
})
const ask = (rows: SubUserRow[], preview: boolean, of: Visitor = owner.visitor) =>
  request(of, 'importSubUsers', { body: { rows, preview } })

async function lines(rows: SubUserRow[], preview: boolean): Promise<PlannedSubUser[]> {
  const { status, body } = await ask(rows, preview)
  expect(status).toBe(200)
  return (body as { lines: PlannedSubUser[] }).lines
}
const statesOf = (lines: PlannedSubUser[]) =>
  lines.map(({ email, state, code }) => [email.split('@')[0], code ?? state].join(' '))
const states = async (rows: SubUserRow[], preview: boolean) => statesOf(await lines(rows, preview))

async function users(): Promise<SubUser[]> {
  return ((await request(owner.visitor, 'listSubUsers')).body as { users: SubUser[] }).users
}
const counts = async () => {
  const { db } = console.kho.services
  const rows = await Promise.all(
    (['users', 'mails', 'invitations', 'audit'] as const).map(table =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return rows.map(({ count }) => Number(count))
}

test('a preview says what each line does, and writes nothing; the act does that, and invites those who are new', async () => {
  await people.subUser(owner.person, 'an', 'read')
  await people.subUser(owner.person, 'binh', 'full-control')
  const rows = [
    row('an', { fullName: 'an' }),
    row('binh', { permission: 'read-write', scope: photos }),
    row('chi', { scope: photos, expire_date: 1_990_000_000 }),
    row('dung', { permission: undefined, group: 'Kế toán' }) as SubUserRow,
  ]
  const before = await counts()
  const preview = await lines(rows, true)
  expect(await counts()).toEqual(before)
  const none = { scope: null, group: null, expire_date: 0 }
  expect(preview).toEqual([
    {
      ...{ email: 'an@example.com', fullName: 'an', state: 'unchanged' },
      ...{ before: { permission: 'read', ...none }, after: { permission: 'read', ...none } },
    },
    {
      ...{ email: 'binh@example.com', fullName: 'binh', state: 'changed' },
      before: { permission: 'full-control', ...none },
      after: { permission: 'read-write', ...none, scope: photos },
    },
    {
      ...{ email: 'chi@example.com', fullName: 'chi', state: 'created', before: null },
      after: { permission: 'read', scope: photos, group: null, expire_date: 1_990_000_000 },
    },
    {
      ...{ email: 'dung@example.com', fullName: 'dung', state: 'created', before: null },
      after: { permission: 'write', scope: photos, group: 'Kế toán', expire_date: 0 },
    },
  ])
  expect(await lines(rows, false)).toEqual(preview)
  expect(
    (await users()).map(({ email, permission, group, invited_until }) => [
      email.split('@')[0],
      permission,
      group?.name ?? null,
      invited_until !== null,
    ]),
  ).toEqual([
    ['an', 'read', null, false],
    ['binh', 'read-write', null, false],
    ['chi', 'read', null, true],
    ['dung', 'write', 'Kế toán', true],
  ])
  expect(await states(rows, false)).toEqual([
    'an unchanged',
    'binh unchanged',
    'chi unchanged',
    'dung unchanged',
  ])
})

test('what a line cannot do is said of that line, before and after; the others are done', async () => {
  const other = await people.owner('nguoi-khac')
  const rows = [
    row('chu'),
    row('an', { group: 'Không có' }),
    row('binh', { group: 'Kế toán' }),
    row('chi', { scope: [{ bucket: 'khong-co', prefix: '' }] }),
    row('dung', { permission: undefined }) as SubUserRow,
    row('moi'),
  ]
  const expected = [
    'chu USER_TAKEN',
    'an GROUP_NOT_FOUND',
    'binh RIGHTS_OF_GROUP',
    'chi BUCKET_NOT_FOUND',
    'dung INVALID_REQUEST',
    'moi created',
  ]
  expect(await states(rows, true)).toEqual(expected)
  expect(await states(rows, false)).toEqual(expected)
  expect((await users()).map(({ email }) => email)).toEqual(['moi@example.com'])
  // Whose address it is elsewhere is not told by a preview, which asks for as many as one likes.
  const elsewhere = [{ ...row('la'), email: other.email }, row('sau')]
  expect(await states(elsewhere, true)).toEqual(['nguoi-khac created', 'sau created'])
  expect(await states(elsewhere, false)).toEqual(['nguoi-khac EMAIL_TAKEN', 'sau created'])
})

test('who finds that too many addresses are taken elsewhere is stopped, and nothing after is done', async () => {
  const others: SubUserRow[] = []
  for (let at = 0; at < 11; at++) others.push(row((await people.owner(`la-${at}`)).email.split('@')[0]!))
  const done = await states([...others, row('cuoi')], false)
  expect(done.slice(0, 10).every(line => line.endsWith('EMAIL_TAKEN'))).toBe(true)
  expect(done.slice(10)).toEqual(['la-10 TOO_MANY_REQUESTS', 'cuoi TOO_MANY_REQUESTS'])
  expect(await users()).toEqual([])
})

test('what is empty stays as it is; a group is left with its rights, or with others', async () => {
  const { id } = await people.subUser(owner.person, 'an', 'full-control')
  const terms = { id, permission: undefined, scope: photos, expire_date: 1_990_000_000 }
  await request(owner.visitor, 'changeSubUser', { body: terms })
  const [line] = await lines([row('an')], false)
  const kept = { scope: photos, group: null, expire_date: 1_990_000_000 }
  expect(line?.after).toEqual({ permission: 'read', ...kept })
  const bare = { ...row('an'), permission: undefined } as SubUserRow
  await lines([{ ...bare, group: 'Kế toán' }], false)
  expect((await lines([row('an', { permission: 'write' })], false))[0]?.state).toBe('unchanged')
  const [left] = await lines([{ ...bare, group: null, expire_date: 0 }], false)
  expect(left?.after).toEqual({ permission: 'write', scope: photos, group: null, expire_date: 0 })
})

test('the limit of sub-users is counted over the lines', async () => {
  const { db } = console.kho.services
  await addSubUsers(db, owner.person.accountId, subUsersPerAccount - 500)
  const all = Array.from({ length: 1000 }, (_, at) => row(`n${at}`))
  const preview = await states(all, true)
  expect(preview.filter(line => line.endsWith('created')).length).toBe(500)
  expect(preview.at(-1)).toBe('n999 LIMIT_REACHED')
  const left = db.selectFrom('users').select('id').where('is_sub_user', '=', 1)
  expect((await left.execute()).length).toBe(subUsersPerAccount - 500)
})

test('a line has the rules of a sub-user; no two have the same address', async () => {
  const wrong = problem(await ask([{ ...row('an'), email: 'an@' }], true))
  expect(wrong).toMatchObject({ fields: [{ field: 'rows.0.email', message: 'email-invalid' }] })
  const twice = problem(await ask([row('an'), { ...row('an'), email: 'AN@example.com' }], true))
  expect(twice).toMatchObject({ fields: [{ field: 'rows', message: 'must have different email addresses' }] })
  expect(problem(await ask([], true)).code).toBe('INVALID_REQUEST')
})
