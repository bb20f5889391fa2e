import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Account, SubUser } from '../../openapi/schema.ts'
import { Problem } from '../../server/errors/problem.ts'
import { told } from './support/audit.ts'
import { owner, problem, type Visitor } from './support/console.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const password = 'Example#2'
const binh = {
  fullName: '  Trần Thị Bình ',
  email: ' Binh@Example.com',
  permission: 'read-write',
  password,
  phone: '0901 234 567',
  expire_date: 0,
}
const terms = {
  name: 'Kho Hàng Việt',
  contract_code: 'HD-2026-001',
  site: 'us-east-1',
  quota: 1_000_000,
  expire_date: 0,
  enable_bucket_notification: true,
  owner_name: 'Nguyễn Văn An',
  owner_email: 'An@example.com',
  password,
}

const console = sharedConsole()
const boss = shared(() => console.signedIn())
afterEach(() => {
  vi.restoreAllMocks()
})

/** Makes a customer and gives its owner, signed in with a password of their own. */
async function customer(email: string): Promise<{ account: Account; visitor: Visitor }> {
  const made = await boss.call('POST', '/user/create', { ...terms, name: email, owner_email: email })
  const visitor = await firstSignIn(email)
  return { account: made.body as Account, visitor }
}

async function firstSignIn(username: string): Promise<Visitor> {
  const visitor = console.visitor()
  await visitor.signIn({ username, password })
  const change = { current_password: password, new_password: owner.password }
  await visitor.call('PUT', '/user/change-password', change)
  return visitor
}

/** The newest record of an act; the next one is a millisecond later. */
async function audited(action: string) {
  console.clock.now += 1
  const entries = await console.kho.services.db
    .selectFrom('audit')
    .select(['user', 'target', 'data', 'account'])
    .where('action', '=', action as 'SIGN_IN')
    .orderBy('id', 'desc')
    .execute()
  return entries.map(told)[0]
}

describe('sub-users', () => {
  test('a sub-user is made with a normal name, e-mail and phone, and must change the password', async () => {
    const made = await boss.call('POST', '/user-management', binh)
    const body = {
      id: expect.any(String),
      fullName: 'Trần Thị Bình',
      email: 'binh@example.com',
      permission: 'read-write',
      scope: null,
      phone: '+84901234567',
      expire_date: 0,
      created_at: Math.floor(console.clock.now / 1000),
      last_sign_in_at: null,
      two_step: false,
      invited_until: null,
    }
    expect([made.status, made.body]).toEqual([201, body])
    expect(await audited('SUB_USER_CREATED')).toEqual({
      user: owner.username,
      account: 'owner',
      target: 'binh@example.com',
      detail: 'read-write',
    })
    const visitor = console.visitor()
    const signedIn = await visitor.signIn({ username: 'binh@example.com', password })
    expect((signedIn.body as { user: object }).user).toMatchObject({
      is_sub_user: true,
      is_admin: false,
      permission: 'read-write',
      require_change_pass: true,
    })
    expect(problem(await visitor.call('GET', '/bucket'))).toEqual({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
  })

  test('POST /user/ (create) makes a sub-user too', async () => {
    const made = await boss.call('POST', '/user/', { ...binh, email: 'mot@example.com' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { email: 'mot@example.com', permission: 'read-write' },
    ])
    const { users } = (await boss.call('GET', '/user-management')).body as { users: SubUser[] }
    expect(users).toContainEqual(made.body)
    expect((await boss.call('GET', '/user')).body).toMatchObject({ email: owner.username })
  })

  test('an e-mail is one user’s: a member of the account, or somebody else', async () => {
    const email = 'hai@example.com'
    const make = (of: Visitor) => of.call('POST', '/user-management', { ...binh, email })
    expect((await make(boss)).status).toBe(201)
    expect(problem(await make(boss))).toEqual({ status: 409, code: 'USER_TAKEN' })
    const { visitor } = await customer('chi@example.com')
    expect(problem(await make(visitor))).toEqual({ status: 409, code: 'EMAIL_TAKEN' })
    expect(problem(await boss.call('POST', '/user/create', { ...terms, owner_email: email }))).toEqual({
      status: 409,
      code: 'EMAIL_TAKEN',
    })
  })

  test('an owner asks ten times an hour whose an address is, on record; free ones are not counted', async () => {
    const { visitor } = await customer('tham-do@example.com')
    const make = async (email: string) => {
      const answer = await visitor.call('POST', '/user-management', { ...binh, email })
      return answer.status < 300 ? 'made' : problem(answer).code
    }
    const codes: string[] = []
    for (let i = 0; i < 10; i++) codes.push(await make(`free-${i}@example.com`), await make(binh.email))
    expect(codes).toEqual(Array(10).fill(['made', 'EMAIL_TAKEN']).flat())
    expect(await make(binh.email)).toBe('TOO_MANY_REQUESTS')
    expect(await make('another@example.com')).toBe('TOO_MANY_REQUESTS')
    const { db } = console.kho.services
    const recorded = await db
      .selectFrom('audit')
      .select(['user', 'target'])
      .where('action', '=', 'EMAIL_REFUSED')
      .where('user', '=', 'tham-do@example.com')
      .where('data', 'is', null)
      .execute()
    expect(recorded).toEqual(Array(10).fill({ user: 'tham-do@example.com', target: 'binh@example.com' }))
  })

  test('of many made at once with one e-mail, one is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        boss.call('POST', '/user-management', { ...binh, email: 'once@example.com' }),
      ),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test('wrong fields are told by their names [V2.2.2]', async () => {
    const wrong = { ...binh, fullName: ' ', email: 'binh', phone: '123', password: 'short' }
    expect(problem(await boss.call('POST', '/user-management', wrong))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [
        { field: 'fullName', message: 'required' },
        { field: 'email', message: 'email-invalid' },
        { field: 'password', message: 'password-rule' },
        { field: 'phone', message: 'phone-invalid' },
      ],
    })
  })

  test('a change of some fields leaves the others, and is recorded', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'dung@example.com' }))
      .body as SubUser
    const changed = await boss.call('PUT', '/user-management', { id: made.id, permission: 'read' })
    expect([changed.status, changed.body]).toEqual([200, { ...made, permission: 'read' }])
    expect((await audited('SUB_USER_CHANGED'))?.detail).toBe('permission: read-write → read')
    const more = { id: made.id, fullName: 'Dũng', phone: '', expire_date: 1_900_000_000 }
    expect((await boss.call('PUT', '/user-management', more)).body).toEqual({
      ...made,
      permission: 'read',
      fullName: 'Dũng',
      phone: '',
      expire_date: 1_900_000_000,
    })
    expect((await audited('SUB_USER_CHANGED'))?.detail).toBe(
      'name: Trần Thị Bình → Dũng; phone: +84901234567 → ; expires: never → 2030-03-17T17:46:40.000Z',
    )
  })

  test('sub-users are listed by name, of the own account alone', async () => {
    const { visitor } = await customer('em@example.com')
    for (const fullName of ['Đức', 'An', 'Dung', 'Ánh']) {
      const email = `${Buffer.from(fullName).toString('hex')}@example.com`
      await visitor.call('POST', '/user-management', { ...binh, fullName, email })
    }
    const { users } = (await visitor.call('GET', '/user-management')).body as { users: SubUser[] }
    expect(users.map(user => user.fullName)).toEqual(['An', 'Ánh', 'Dung', 'Đức'])
  })

  test('another account’s sub-user, an owner and nobody are not found', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'phuc@example.com' }))
      .body as SubUser
    const { visitor } = await customer('giang@example.com')
    const own = await console.kho.services.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'giang@example.com')
      .executeTakeFirstOrThrow()
    const notFound = { status: 404, code: 'USER_NOT_FOUND' }
    for (const id of [made.id, own.id, '00000000-0000-0000-0000-000000000000']) {
      expect(problem(await visitor.call('PUT', '/user-management', { id, permission: 'read' }))).toEqual(
        notFound,
      )
      expect(problem(await visitor.call('DELETE', '/user-management', { id }))).toEqual(notFound)
    }
    const { users } = (await boss.call('GET', '/user-management')).body as { users: SubUser[] }
    expect(users.find(user => user.id === made.id)).toEqual(made)
  })

  test('a deleted sub-user is out at once, and the e-mail is free [V7.4.2]', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'hoa@example.com' }))
      .body as SubUser
    const visitor = await firstSignIn('hoa@example.com')
    expect((await visitor.call('GET', '/bucket')).status).toBe(200)
    expect((await boss.call('DELETE', '/user-management', { id: made.id })).status).toBe(204)
    expect(problem(await visitor.call('GET', '/bucket'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
    expect(problem(await visitor.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
    expect(problem(await visitor.signIn({ username: 'hoa@example.com', password: owner.password }))).toEqual({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    })
    expect((await audited('SUB_USER_DELETED'))?.target).toBe('hoa@example.com')
    expect((await boss.call('POST', '/user-management', { ...binh, email: 'hoa@example.com' })).status).toBe(
      201,
    )
  })

  test('of 500 sub-users the next one is refused', async () => {
    const { account, visitor } = await customer('many@example.com')
    const now = 1_800_000_000
    const rows = Array.from({ length: 499 }, (_, i) => ({
      id: `00000000-0000-0000-0000-${String(i).padStart(12, '0')}`,
      account_id: account.id,
      email: `many-${i}@example.com`,
      name: 'x',
      password_hash: 'x',
      pin_hash: null,
      is_admin: 0,
      is_supper_admin: 0,
      is_sub_user: 1,
      permission: 'read' as const,
      require_change_pass: 0,
      created_at: now,
    }))
    await console.kho.services.db.insertInto('users').values(rows).execute()
    const answers = await Promise.all(
      ['a', 'b'].map(name =>
        visitor.call('POST', '/user-management', { ...binh, email: `${name}-500@example.com` }),
      ),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409])
    expect(problem(answers.find(answer => answer.status === 409)!).code).toBe('LIMIT_REACHED')
  })
})

describe('customers', () => {
  test('a customer is made with its owner, who must change the password, and has its quota at the storage', async () => {
    const made = await boss.call('POST', '/user/create', { ...terms, name: ' Kho Hàng Việt ' })
    const account = {
      id: expect.any(String),
      name: 'Kho Hàng Việt',
      contract_code: 'HD-2026-001',
      site: 'us-east-1',
      quota: 1_000_000,
      usage: 0,
      expire_date: 0,
      enable_bucket_notification: true,
      suspended: false,
      owner_name: 'Nguyễn Văn An',
      owner_email: 'an@example.com',
      owner_invited_until: null,
      sub_users: 0,
      created_at: Math.floor(console.clock.now / 1000),
      own: false,
    }
    expect([made.status, made.body]).toEqual([201, account])
    expect(await audited('ACCOUNT_CREATED')).toEqual({
      user: owner.username,
      account: 'owner',
      target: 'Kho Hàng Việt',
      detail: 'an@example.com',
    })
    const visitor = await firstSignIn('an@example.com')
    const quota = { percentUse: 0, usage: 0, total: 1_000_000, full_since: null }
    expect((await visitor.call('GET', '/dashboard/quota-user')).body).toEqual(quota)
    expect((await visitor.call('GET', '/user')).body).toMatchObject({
      is_admin: true,
      is_supper_admin: false,
      enable_bucket_notification: true,
    })
  })

  test('a changed quota counts at the storage at once, and what is left out stays', async () => {
    const { account, visitor } = await customer('quota@example.com')
    const change = { id: account.id, quota: 5, contract_code: 'HD-2' }
    const changed = await boss.call('PUT', '/user/account', change)
    expect([changed.status, changed.body]).toEqual([200, { ...account, quota: 5, contract_code: 'HD-2' }])
    expect((await audited('ACCOUNT_CHANGED'))?.detail).toBe(
      'contract code: HD-2026-001 → HD-2; quota: 1000000 → 5',
    )
    const total = async () =>
      ((await visitor.call('GET', '/dashboard/quota-user')).body as { total: number }).total
    expect(await total()).toBe(5)
    await boss.call('PUT', '/user/account', { id: account.id, quota: null })
    expect(await total()).toBe(null)
  })

  test('a site that is none is refused', async () => {
    expect(problem(await boss.call('POST', '/user/create', { ...terms, site: 'mars' }))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [{ field: 'site', message: 'place-unknown' }],
    })
  })

  test('customers are found by any part of name, contract code or e-mail, in any case, page by page', async () => {
    for (const [i, name] of ['Đại Việt 1', 'đại việt 2', 'ĐẠI VIỆT 3', 'Sao Đêm'].entries()) {
      const more = { name, contract_code: `Mã-${i}`, owner_email: `tim-${i}@example.com` }
      await boss.call('POST', '/user/create', { ...terms, ...more })
    }
    type Page = { accounts: Account[]; total: number; next_token: string | null }
    const page = async (query: Record<string, string>) =>
      (await boss.call('GET', `/user/list?${new URLSearchParams(query)}`)).body as Page
    const names = async (search: string) => (await page({ search })).accounts.map(each => each.name)
    expect(await names('ĐẠI v')).toEqual(['Đại Việt 1', 'đại việt 2', 'ĐẠI VIỆT 3'])
    expect(await names('mã-3')).toEqual(['Sao Đêm'])
    expect(await names('TIM-1@')).toEqual(['đại việt 2'])
    expect(await page({ search: 'nobody' })).toEqual({ accounts: [], total: 0, next_token: null })
    const all = await page({ page_size: '200' })
    const seen: Account[] = []
    let token: string | null = null
    do {
      const next: Page = await page({ page_size: '3', ...(token !== null && { next_token: token }) })
      expect(next.total).toBe(all.total)
      seen.push(...next.accounts)
      token = next.next_token
    } while (token !== null)
    expect(seen).toEqual(all.accounts)
    expect(all.accounts.find(each => each.own)?.owner_email).toBe(owner.username)
    expect(problem(await boss.call('GET', '/user/list?next_token=x'))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [{ field: 'next_token', message: 'invalid' }],
    })
  })

  test('the own account can neither be suspended nor expire', async () => {
    const { accounts } = (await boss.call('GET', `/user/list?search=${owner.username}`)).body as {
      accounts: Account[]
    }
    const id = accounts[0]!.id
    const refused = { status: 409, code: 'OWN_ACCOUNT' }
    expect(problem(await boss.call('PUT', '/user/account', { id, suspended: true }))).toEqual(refused)
    expect(problem(await boss.call('PUT', '/user/account', { id, expire_date: 1 }))).toEqual(refused)
    expect((await boss.call('PUT', '/user/account', { id, suspended: false, expire_date: 0 })).status).toBe(
      200,
    )
  })

  test('a suspended customer is out at once, and back when resumed [V7.4.2, V7.4.5]', async () => {
    const { account, visitor } = await customer('pause@example.com')
    await boss.call('PUT', '/user/account', { id: account.id, suspended: true })
    expect((await audited('ACCOUNT_SUSPENDED'))?.target).toBe('pause@example.com')
    expect(problem(await visitor.call('GET', '/bucket')).code).toBe('UNAUTHORIZED')
    const signIn = () => console.visitor().signIn({ username: 'pause@example.com', password: owner.password })
    expect(problem(await signIn()).code).toBe('ACCOUNT_SUSPENDED')
    await boss.call('PUT', '/user/account', { id: account.id, suspended: false })
    expect((await audited('ACCOUNT_RESUMED'))?.target).toBe('pause@example.com')
    expect((await signIn()).status).toBe(200)
  })

  test('of customers that are made at once with one e-mail one is, and the others leave no storage user', async () => {
    const put = vi.spyOn(console.kho.services.admin, 'putUser')
    const wanted = { ...terms, owner_email: 'race@example.com' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => boss.call('POST', '/user/create', wanted)),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409])
    const made = answers.find(answer => answer.status === 201)!.body as Account
    expect(put.mock.calls.map(([user]) => user.uid)).toEqual([`kho-${made.id}`])
  })

  test('nobody’s id is not found', async () => {
    const id = '00000000-0000-0000-0000-000000000000'
    expect(problem(await boss.call('PUT', '/user/account', { id, suspended: true }))).toEqual({
      status: 404,
      code: 'USER_NOT_FOUND',
    })
  })
})

describe('while the storage does not answer', () => {
  const silent = new Problem('STORAGE_UNAVAILABLE')
  const unavailable = { status: 503, code: 'STORAGE_UNAVAILABLE', retry_after: 5 }

  test('no customer is made, nor half of one, and the e-mail is free for the next try [V2.3.3]', async () => {
    const { admin } = console.kho.services
    for (const call of ['putUser', 'setQuota'] as const) {
      vi.spyOn(admin, call).mockRejectedValueOnce(silent)
      const half = { ...terms, name: 'Half', owner_email: 'half@example.com' }
      expect(problem(await boss.call('POST', '/user/create', half))).toEqual(unavailable)
      expect((await boss.call('GET', '/user/list?search=half')).body).toEqual({
        accounts: [],
        total: 0,
        next_token: null,
      })
    }
    expect((await customer('half@example.com')).account.owner_email).toBe('half@example.com')
  })

  test('no sub-user is deleted', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'khoa@example.com' }))
      .body as SubUser
    const visitor = await firstSignIn('khoa@example.com')
    await visitor.call('GET', '/objects?bucket=none')
    vi.spyOn(console.kho.services.admin, 'deleteSubUser').mockRejectedValueOnce(silent)
    expect(problem(await boss.call('DELETE', '/user-management', { id: made.id }))).toEqual(unavailable)
    expect((await visitor.call('GET', '/user')).status).toBe(200)
    await console.kho.services.sweeper.run()
    expect(problem(await visitor.call('GET', '/objects?bucket=none')).code).toBe('BUCKET_NOT_FOUND')
    expect((await boss.call('DELETE', '/user-management', { id: made.id })).status).toBe(204)
  })

  test('a suspension counts in the console at once, and at the storage when it answers again [V16.5.2]', async () => {
    const { account, visitor } = await customer('late@example.com')
    await visitor.call('GET', '/bucket')
    const suspended = vi.spyOn(console.kho.services.admin, 'setSuspended').mockRejectedValueOnce(silent)
    // The handler and the sweeper that it wakes may both find the storage silent.
    suspended.mockRejectedValueOnce(silent)
    expect(problem(await boss.call('PUT', '/user/account', { id: account.id, suspended: true }))).toEqual(
      unavailable,
    )
    expect(problem(await visitor.call('GET', '/bucket')).code).toBe('UNAUTHORIZED')
    await console.kho.services.sweeper.run()
    await console.kho.services.sweeper.run()
    expect(suspended.mock.lastCall).toEqual([`kho-${account.id}`, true])
    await expect(suspended.mock.results.at(-1)!.value).resolves.toBe(undefined)
  })
})
