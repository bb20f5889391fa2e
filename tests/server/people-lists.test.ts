import { beforeAll, describe, expect, test } from 'vitest'
import type { Account, AccountCounts, SubUser, SubUserCounts } from '../../openapi/schema.ts'
import { createAccount, createUser, type NewUser } from '../../server/store/accounts.ts'
import { keepInvitation } from '../../server/store/invitations.ts'
import { alone } from './support/alone.ts'
import { problem, type Visitor } from './support/console.ts'
import { ok } from './support/limited.ts'
import { makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const boss = shared(() => console.signedIn())
const day = 86_400
const user: NewUser = {
  email: 'x@example.com',
  name: 'X',
  passwordHash: 'x',
  isAdmin: false,
  isSupperAdmin: false,
  isSubUser: true,
  permission: 'read',
  requireChangePass: false,
}
const invalidToken = {
  status: 400,
  code: 'INVALID_REQUEST',
  fields: [{ field: 'next_token', message: 'invalid' }],
}

type Values = Record<string, string>
type SubUsers = { users: SubUser[]; total: number; counts: SubUserCounts; next_token: string | null }
type Accounts = { accounts: Account[]; total: number; counts: AccountCounts; next_token: string | null }

const subUsers = (values: Values = {}) => ok<SubUsers>(request(boss, 'listSubUsers', { values }))
const accounts = (values: Values = {}) => ok<Accounts>(request(boss, 'listAccounts', { values }))

/** The header with the name of a file, and its lines. */
async function csv(visitor: Visitor, id: 'exportSubUsers' | 'exportAccounts', values: Values) {
  const answer = await request(visitor, id, { values })
  const lines = String(answer.body).split('\r\n')
  return { disposition: answer.headers.get('content-disposition'), lines }
}

describe('sub-users', () => {
  beforeAll(async () => {
    const { db } = console.kho.services
    const now = Math.floor(console.clock.now / 1000)
    const { account_id: accountId } = await db
      .selectFrom('users')
      .select('account_id')
      .where('is_supper_admin', '=', 1)
      .executeTakeFirstOrThrow()
    const make = async (name: string, more: Partial<NewUser>) =>
      (await createUser(alone(db), { accountId, now }, { ...user, name, ...more }))!
    await make('Đặng Ân', { email: 'dang@example.com', permission: 'write', lastSignInAt: now })
    await make('=Bình', {
      email: 'binh@example.com',
      phone: '+84901234567',
      expireDate: now + 5 * day,
      scope: [{ bucket: 'anh', prefix: 'Tết 2026/' }],
    })
    await make('An', { email: 'an@example.com', expireDate: now - 1, lastSignInAt: now - day })
    const invited = await make('Ái', { email: 'ai@example.com' })
    await keepInvitation(db, { userId: invited, hash: 'x', expiresAt: now + day })
  })

  test('a caller without parameters gets all of them by name', async () => {
    const { users, total, next_token } = await subUsers()
    expect([users.map(each => each.fullName), total, next_token]).toEqual([
      ['=Bình', 'Ái', 'An', 'Đặng Ân'].sort(new Intl.Collator('vi').compare),
      4,
      null,
    ])
  })

  test('they are filtered, sorted and counted, page by page', async () => {
    const found = async (values: Values) =>
      (await subUsers(values)).users.map(each => each.email.split('@')[0])
    expect(await found({ status: 'expired' })).toEqual(['an'])
    expect(await found({ status: 'invited' })).toEqual(['ai'])
    expect(await found({ expires: 'within-30-days' })).toEqual(['binh'])
    expect(await found({ permission: 'write' })).toEqual(['dang'])
    expect(await found({ never_signed_in: 'true', sort: 'email' })).toEqual(['ai', 'binh'])
    expect(await found({ never_signed_in: 'false', sort: 'last-sign-in', order: 'descending' })).toEqual([
      'dang',
      'an',
    ])
    expect(await found({ search: 'dang a' })).toEqual(['dang'])
    expect(await found({ search: '0901 234' })).toEqual(['binh'])
    const body = { name: 'Kế toán', permission: 'read', scope: null }
    const { id } = (await request(boss, 'createSubUserGroup', { body })).body as { id: string }
    const { users } = await subUsers({ search: 'dang a' })
    const joins = { ids: users.map(each => each.id), act: 'change', preview: false, permission: undefined }
    await request(boss, 'changeManySubUsers', { body: { ...joins, group_id: id } })
    expect(await found({ group: id })).toEqual(['dang'])
    expect(await found({ group: 'none', sort: 'email' })).toEqual(['ai', 'an', 'binh'])
    const left = { ...joins, group_id: null }
    expect((await subUsers({ group: id, status: 'expired' })).counts.status.active).toBe(1)
    await request(boss, 'changeManySubUsers', { body: { ...left, permission: 'write' } })
    const first = await subUsers({ sort: 'email', page_size: '3' })
    expect(first.users.map(each => each.email)).toEqual([
      'ai@example.com',
      'an@example.com',
      'binh@example.com',
    ])
    expect([first.total, first.counts]).toEqual([
      4,
      {
        status: { active: 2, invited: 1, expired: 1 },
        expires: { 'within-30-days': 1, later: 0, expired: 1, never: 2 },
        permission: { read: 3, write: 1, 'read-write': 0, 'full-control': 0 },
        never_signed_in: 2,
      },
    ])
    const rest = { sort: 'email', page_size: '3', next_token: first.next_token! }
    expect((await subUsers(rest)).users.map(each => each.email)).toEqual(['dang@example.com'])
  })

  test('a token of another sort or filter, or of nothing, is refused', async () => {
    const { next_token } = await subUsers({ page_size: '1' })
    const refused = async (values: Values) => problem(await request(boss, 'listSubUsers', { values }))
    const token = { page_size: '1', next_token: next_token! }
    expect((await subUsers({ ...token, order: 'ascending' })).users.length).toBe(1)
    expect(await refused({ ...token, order: 'descending' })).toEqual(invalidToken)
    expect(await refused({ ...token, sort: 'expiry' })).toEqual(invalidToken)
    expect(await refused({ ...token, status: 'active' })).toEqual(invalidToken)
    expect(await refused({ ...token, search: 'an' })).toEqual(invalidToken)
    expect(await refused({ next_token: 'x' })).toEqual(invalidToken)
    expect(problem(await request(boss, 'listAccounts', { values: token }))).toEqual(invalidToken)
  })

  test('the filtered list is a CSV file, in which no cell is a formula', async () => {
    const { disposition, lines } = await csv(boss, 'exportSubUsers', { never_signed_in: 'true' })
    const today = new Date(console.clock.now).toISOString().slice(0, 10)
    expect(disposition).toContain(`sub-users-${today}.csv`)
    const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
    const created = Math.floor(console.clock.now / 1000)
    expect(lines).toEqual([
      'name,email,phone,group,permission,folders,status,expires,created,last_sign_in,two_step,passkeys,single_sign_on',
      `'=Bình,binh@example.com,'+84901234567,,read,anh/Tết 2026/,active,${iso(created + 5 * day)},${iso(created)},,no,0,no`,
      `Ái,ai@example.com,,,read,,invited,,${iso(created)},,no,0,no`,
      '',
    ])
  })

  test('all pages of a long list are in the file', async () => {
    const { db } = console.kho.services
    const now = Math.floor(console.clock.now / 1000)
    const people = await makePeople(console)
    const owner = await people.owner('many')
    const flags = { is_admin: 0, is_supper_admin: 0, is_sub_user: 1, require_change_pass: 0 }
    const rows = Array.from({ length: 2500 }, (_, at) => ({
      ...{ id: `many-${at}`, account_id: owner.accountId, email: `many-${at}@example.com`, name: 'x' },
      ...{ password_hash: 'x', pin_hash: null, permission: 'read' as const, created_at: now, ...flags },
    }))
    while (rows.length > 0) await db.insertInto('users').values(rows.splice(0, 500)).execute()
    const visitor = await people.visit(owner)
    const { lines } = await csv(visitor, 'exportSubUsers', {})
    expect(new Set(lines.slice(1, -1).map(line => line.split(',')[1])).size).toBe(2500)
    expect(lines.length).toBe(2502)
  })
})

describe('customers', () => {
  beforeAll(async () => {
    const { db } = console.kho.services
    const now = Math.floor(console.clock.now / 1000)
    const owner = { ...user, isAdmin: true, isSubUser: false }
    const make = async (name: string, quota: number | null, used: number, more: object = {}) => {
      const email = `${name.toLowerCase()}@khach.vn`
      const made = (await createAccount(db, { name, now, quota, ...more }, { ...owner, email }))!
      const sample = { sampled_day: 1, sampled_bytes: used }
      await db.updateTable('accounts').set(sample).where('id', '=', made.accountId).execute()
      return made
    }
    await make('Zen', 10, 12, { suspended: true, contractCode: '+HD' })
    await make('Yen', null, 50, { expireDate: now - 1 })
    const { userId } = await make('Xuan', 100, 1)
    await keepInvitation(db, { userId, hash: 'y', expiresAt: now + day })
  })

  test('they are filtered by what the server has measured, sorted and counted', async () => {
    const found = async (values: Values) =>
      (await accounts({ search: 'khach.vn', ...values })).accounts.map(each => each.name)
    expect(await found({})).toEqual(['Xuan', 'Yen', 'Zen'])
    expect(await found({ over_quota: 'true' })).toEqual(['Zen'])
    expect(await found({ over_quota: 'false', order: 'descending' })).toEqual(['Yen', 'Xuan'])
    expect(await found({ status: 'suspended' })).toEqual(['Zen'])
    expect(await found({ status: 'invited' })).toEqual(['Xuan'])
    expect(await found({ expires: 'expired' })).toEqual(['Yen'])
    expect(await found({ sort: 'usage' })).toEqual(['Xuan', 'Zen', 'Yen'])
    expect(await found({ sort: 'quota' })).toEqual(['Zen', 'Xuan', 'Yen'])
    expect((await accounts({ search: 'khach.vn', over_quota: 'true' })).counts).toEqual({
      status: { active: 0, invited: 0, suspended: 1, expired: 0 },
      expires: { 'within-30-days': 0, later: 0, expired: 0, never: 1 },
      never_signed_in: 1,
      over_quota: 1,
    })
  })

  test('the filtered list is a CSV file, in which no cell is a formula', async () => {
    const values = { search: 'khach.vn', never_signed_in: 'true', sort: 'usage', order: 'descending' }
    const { disposition, lines } = await csv(boss, 'exportAccounts', values)
    expect(disposition).toMatch(/customers-\d{4}-\d\d-\d\d\.csv/)
    expect(lines.map(line => line.split(',').slice(0, 9).join())).toEqual([
      'name,contract_code,owner_name,owner_email,status,expires,quota,usage,sub_users',
      expect.stringMatching(/^Yen,,X,yen@khach.vn,expired,\d{4}-[^,]+,,50,0$/),
      "Zen,'+HD,X,zen@khach.vn,suspended,,10,12,0",
      'Xuan,,X,xuan@khach.vn,invited,,100,1,0',
      '',
    ])
  })
})
